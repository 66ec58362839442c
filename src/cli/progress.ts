// One line that tells how far a long run is, on a terminal only; it is gone when the run ends.
import type { Io } from './io.ts';

const FIRST_MS = 1000;
const EVERY_MS = 200;
const ERASE = '\r\u001b[2K';

/** Shows `line()` now and again until the result is called, which erases it. */
export function showProgress(io: Io, line: (elapsedMs: number) => string): () => void {
  if (!io.stderr.isTerminal || io.env['TERM'] === 'dumb') return () => {};
  const started = performance.now();
  let shown = false;
  const timer = setInterval(() => {
    const elapsed = performance.now() - started;
    if (elapsed < FIRST_MS) return;
    shown = true;
    io.stderr.write(`${ERASE}${line(elapsed).slice(0, Math.max(10, io.stderr.columns - 1))}`);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (shown) io.stderr.write(ERASE);
  };
}
