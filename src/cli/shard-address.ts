import { type Config, ConfigError, readVariable } from '../config.ts';
import { addressInSchema, isForWriting } from '../database-address.ts';
import { VariablesSchema } from '../variables.ts';
import type { Shell } from './shell.ts';

/**
 * The addresses of a schema of the directory. Throws ConfigError if the variable with the addresses is not set, or if
 * its value is not valid for DATABASE_URL.
 */
export function shardAddress(
  env: Shell['env'],
  home: NonNullable<Config['database']>,
  shard: { name: string; url_variable: string | null; owner_url_variable: string | null },
): NonNullable<Config['database']> {
  const complaints: string[] = [];
  const read = (name: string) => {
    const url = readVariable(env, name, complaints);
    if (url !== undefined && isForWriting(url)) return addressInSchema(url, shard.name);
    complaints.push(
      `${name} must be ${VariablesSchema.properties.DATABASE_URL.allowed}: the schema ${shard.name} is there`,
    );
    return '';
  };
  const { url_variable, owner_url_variable } = shard;
  const at = (url: string) => addressInSchema(url, shard.name);
  const found =
    url_variable === null
      ? { url: at(home.url), owner_url: at(home.owner_url) }
      : { url: read(url_variable), owner_url: read(owner_url_variable ?? url_variable) };
  if (complaints.length > 0) throw new ConfigError([...new Set(complaints)]);
  return found;
}
