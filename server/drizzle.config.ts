// Settings of drizzle-kit: where the tables are and where migrations go.
import { defineConfig } from 'drizzle-kit'

// drizzle-kit demands a default export.
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/database/schema.ts',
  out: './server/src/database/migrations'
})
