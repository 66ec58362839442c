// Prints the one line of counts that a CI reads, from the report vitest left, and the coverage figure
// when there is one. Says so and fails when there is no report: silence is not a pass.
import { existsSync, readFileSync } from 'node:fs';

const [report = 'coverage/tests.json', coverage = 'coverage/coverage-summary.json'] =
  process.argv.slice(2);

if (existsSync(coverage)) {
  const { total } = JSON.parse(readFileSync(coverage, 'utf8'));
  console.log(`coverage: ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`);
}
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites, success } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that breaks before its first test has no failed test of its own, yet it failed.
  const failed = success ? 0 : Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0);
  console.log(`${numPassedTests} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
} else {
  console.log('0 passed, 1 failed (no test report was written)');
  process.exitCode = 1;
}
