// Second factors of users: the sealed secret of an authenticator app, recovery codes as keyed hashes, and passkeys.
import { bigint, boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId } from '../columns.ts'
import { users } from './users.ts'

export const userFactors = pgTable(
  'user_factors',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** Null until a code of the app was typed: nothing is asked for before. */
    confirmedAt: instant('confirmed_at'),
    /** The newest step of thirty seconds whose code was taken; no code of it or of one before is taken again. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade')
  ]
)

/** Codes that are left; one that was used is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.codeHash] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade')
  ]
)

/** Public keys alone: nothing of it signs anybody in. */
export const passkeys = pgTable(
  'passkeys',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    userId: ref('user_id').notNull(),
    /** As the authenticator calls it, base64url; no two have one. */
    credentialId: text('credential_id').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures it says to have made; 0 for one that counts none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Ways to reach it, such as `usb` or `internal`. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    isSynced: boolean('is_synced').notNull(),
    /** When the newest challenge was made that it signed, in milliseconds since 1970; none of before is taken again. */
    lastChallenge: bigint('last_challenge', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    usedAt: instant('used_at')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_of_user').on(t.companyId, t.userId)
  ]
)
