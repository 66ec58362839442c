// The command `hocl`, from the sources (`npm run hocl`). The built command begins in start.ts. All that it does is in
// process.ts.
import './process.ts';
