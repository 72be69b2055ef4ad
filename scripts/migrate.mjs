/** Brings the schema of DATABASE_URL up to date. */
import { runMigrations } from '@svc/database';

const { DATABASE_URL: url } = process.env;

if (!url) {
  console.error('DATABASE_URL is not set. Set it to an address such as postgresql://user:password@host:5432/gateway');
  process.exit(1);
}

try {
  const applied = await runMigrations(url);
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`);
} catch (error) {
  console.error(`The schema could not be brought up to date: ${error.message}`);
  process.exit(1);
}
