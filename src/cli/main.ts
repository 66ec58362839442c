// The command `hocl`. Later versions of Node keep compiled code between runs, if asked before it is loaded: that is
// all that happens here. The rest is process.ts.
import * as nodeModule from 'node:module';

const { enableCompileCache } = nodeModule as { enableCompileCache?: () => unknown };
enableCompileCache?.();
await import('./process.ts');
