// Invitations into a company. Of the link only a hash is stored.
import { bigint, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId } from '../columns.ts'
import { companies } from './companies.ts'
import { roles } from './roles.ts'
import { users } from './users.ts'

export const invitations = pgTable(
  'invitations',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    /** Null for a link that was mailed to nobody. */
    email: text('email'),
    profile: text('profile', { enum: ['admin', 'supervisor', 'user'] }).notNull(),
    roleId: ref('role_id'),
    /** Of queues that there were; one that is deleted since counts no more. */
    queueIds: bigint('queue_ids', { mode: 'number' }).array().notNull().default([]),
    tokenHash: text('token_hash').notNull(),
    invitedBy: ref('invited_by').notNull(),
    acceptedBy: ref('accepted_by'),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    revokedAt: instant('revoked_at'),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // What a person was invited by goes with the person, and so do the invitations of who leaves.
    foreignKey({
      name: 'invitations_invited_by',
      columns: [t.companyId, t.invitedBy],
      foreignColumns: [users.companyId, users.id]
    }).onDelete('cascade'),
    foreignKey({
      name: 'invitations_accepted_by',
      columns: [t.companyId, t.acceptedBy],
      foreignColumns: [users.companyId, users.id]
    }).onDelete('cascade'),
    foreignKey({
      name: 'invitations_role',
      columns: [t.companyId, t.roleId],
      foreignColumns: [roles.companyId, roles.id]
    }),
    index('invitations_role').on(t.companyId, t.roleId),
    index('invitations_invited_by').on(t.companyId, t.invitedBy),
    index('invitations_accepted_by').on(t.companyId, t.acceptedBy),
    index('invitations_age').on(t.expiresAt)
  ]
)
