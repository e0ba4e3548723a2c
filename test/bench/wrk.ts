import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

export interface WrkRequest {
  /** GET without a body and POST with one, if it is not said. */
  method?: 'PUT';
  url: string;
  key?: string;
  /** Absent: a GET. */
  body?: object;
  /** For each request, %d in its address or body stands for one of these by chance, %u in its body for what no other has. */
  numbers?: { first: number; last: number };
  /** %s in its address or body stands for each number from here on once, in the order of the requests. */
  sequence?: number;
  /** Each request has an Idempotency-Key of its own. */
  keyed?: true;
  /** %m in its body stands for so much more with every second since that moment, in minor units. */
  growing?: { since_ms: number; minor_per_second: number };
}

/** Answered requests per second over so many connections. Throws when an answer was not a success. */
export async function runWrk(
  request: WrkRequest,
  options: { connections: number; seconds: number },
): Promise<number> {
  return (await runWrkScript(luaScript(request), request.url, options)).per_second;
}

/** The same with a script of its own. Tells also how many requests were answered. */
export async function runWrkScript(
  text: string,
  url: string,
  options: { connections: number; seconds: number },
): Promise<{ requests: number; per_second: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-bench-'));
  try {
    const script = join(folder, 'request.lua');
    await writeFile(script, text);
    const threads = Math.min(options.connections, 2);
    const output = await runTool('wrk', [
      ...['-c', String(options.connections), '-t', String(threads), '-d', `${options.seconds}s`],
      ...['--timeout', '30s', '-s', script, new URL(url).origin],
    ]);
    const failures = /^\s*(Non-2xx or 3xx responses: .*|Socket errors: .*)$/m.exec(output)?.[1];
    if (failures) throw new Error(`wrk on ${url}: ${failures}`);
    const requests = /^\s*(\d+) requests in /m.exec(output)?.[1];
    const per_second = /^Requests\/sec:\s+([\d.]+)/m.exec(output)?.[1];
    if (requests === undefined || per_second === undefined) throw new Error(`wrk gave no figure:\n${output}`);
    return { requests: Number(requests), per_second: Number(per_second) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** wrk's threads each run the script for themselves: each has random numbers of its own. */
function luaScript({ method, url, key, body, numbers, sequence = 0, growing, keyed }: WrkRequest): string {
  const path = url.slice(new URL(url).origin.length);
  const { first, last } = numbers ?? { first: 0, last: 0 };
  const { since_ms, minor_per_second } = growing ?? { since_ms: 0, minor_per_second: 0 };
  const verb = method ?? (body ? 'POST' : 'GET');
  return `
local threads = 0
function setup(thread)
  thread:set("seed", os.time() + 7919 * threads)
  thread:set("place", threads)
  threads = threads + 1
end
function init(args)
  math.randomseed(seed)
end
wrk.headers["Content-Type"] = ${body ? '"application/json"' : 'nil'}
wrk.headers["Authorization"] = ${key ? JSON.stringify(`Bearer ${key}`) : 'nil'}
local body = ${body ? `[==[${JSON.stringify(body)}]==]` : 'nil'}
local path = ${JSON.stringify(path)}
local requests = 0
function request()
  -- LuaJIT's random takes no integer beyond 2^31.
  local number = string.format("%d", ${first} + math.random(0, ${last - first}))
  requests = requests + 1
  local unique = string.format("%d-%d", seed, requests)
  wrk.headers["Idempotency-Key"] = ${keyed ? 'unique' : 'nil'}
  -- There are at most two threads.
  local next = string.format("%d", ${sequence} + 2 * requests + place)
  local grown = string.format("%.2f", (os.time() - ${Math.floor(since_ms / 1000)}) * ${minor_per_second} / 100)
  local function fill(text)
    return (text:gsub("%%d", number):gsub("%%u", unique):gsub("%%s", next):gsub("%%m", grown))
  end
  return wrk.format("${verb}", fill(path), wrk.headers, body and fill(body))
end
`;
}
