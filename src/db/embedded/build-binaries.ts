import { findBinaries } from './binaries.ts';

// The last step of a build for a place where nobody may write later: it makes the symbolic links.
await findBinaries();
