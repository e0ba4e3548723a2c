import { testBodies } from '../support/body-parameters.ts';

testBodies(/ \/headless\//);
