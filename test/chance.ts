// Generated cases are the same in every run: a suite that fails by chance tells nothing about the change
// at hand. `FC_SEED=N` draws others, and `FC_SEED=random` new ones each time.
import fc from 'fast-check';

const asked = process.env['FC_SEED'];
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked ?? 1) });
