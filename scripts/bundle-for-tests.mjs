// Before the tests: bring dist up to date, since the end-to-end suites run the built command. A tree
// that does not bundle stops the tests in CI; elsewhere it only warns, so that one part can be tested
// while another is in pieces.
import { bundle } from './bundle.mjs';
import { compileAhead } from './compile-ahead.mjs';

export async function setup() {
  try {
    compileAhead(await bundle({ sweep: false }));
  } catch (error) {
    if (process.env.CI) throw error;
    console.error(`dist is not up to date: ${error.message}`);
  }
}
