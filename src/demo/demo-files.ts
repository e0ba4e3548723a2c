/** The paths are the same from the sources and from the build. */
export const DEMO_PROGRAM_FILE = new URL('../../src/demo/program.yaml', import.meta.url);
/** The codes of the café next door. */
export const CODES_FILE = new URL('../../src/demo/coffee-codes.txt', import.meta.url);
