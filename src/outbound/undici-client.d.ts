/** undici's client without its fetch, caches and mocks, which would take 7 MB more. */
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client } from 'undici';

  const client: typeof Client;
  export default client;
}
