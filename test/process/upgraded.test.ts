import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Migration, migrate, readMigrations } from '../../src/db/migrate.ts';
import { nothingIsLost, serverUnderLoad } from '../support/server-under-load.ts';

const world = serverUnderLoad();

/** The first steps of a change that expands, each in the form that the guide for contributors asks for. */
const EXPANDING = [
  `alter table customers add column nickname text;
   create table nicknames (program_id bigint not null, customer_id bigint not null, primary key (program_id, customer_id));
   create function note_nickname() returns trigger language plpgsql as $$
   begin
     new.nickname := coalesce(new.nickname, lower(new.merchant_key));
     return new;
   end $$;
   create trigger note_nickname before insert or update on customers for each row execute function note_nickname();`,
  'alter table orders add column told boolean not null default false;',
  `-- one by one
create index concurrently if not exists transactions_by_resource on transactions (program_id, resource);
-- in batches of customers
update customers set nickname = lower(merchant_key)
  where nickname is null and ctid >= $1::tid and ctid < $2::tid;
`,
  `alter table customers add constraint customers_nickname_check check (nickname is not null) not valid;`,
  `-- one by one
alter table customers validate constraint customers_nickname_check;
`,
];

async function nextVersion(): Promise<Migration[]> {
  const released = await readMigrations();
  const next = EXPANDING.map((sql, index): Migration => {
    const number = released.length + index + 1;
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { number, name: `${String(number).padStart(4, '0')}-next`, sql, checksum };
  });
  return [...released, ...next];
}

it('a server goes on serving while a newer version migrates its database, and afterwards', async () => {
  await world.progress();
  const migrations = await nextVersion();
  await world.server.during(
    world.besideServer(async (postgres) => {
      for (let count = 1; count <= EXPANDING.length; count += 1) {
        const { applied } = await migrate({
          ...postgres,
          migrations: migrations.slice(0, migrations.length - EXPANDING.length + count),
        });
        expect(applied).toHaveLength(1);
        await world.progress();
      }
    }),
  );
  await world.load.stop();
  expect(world.load.failures).toEqual([]);
  const health = await fetch(`${world.server.url}/health/ready`);
  expect(health.status).toBe(200);
});

nothingIsLost(world, EXPANDING.length);
