// Users, their queues, logins, failed logins and password resets.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import type { Preferences } from '@guiche/shared/features/org/preferences.ts'
import type { GrantablePermission } from '@guiche/shared/kernel/access.ts'
import { createdAt, instant, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from './companies.ts'
import { queues } from './queues.ts'
import { roles } from './roles.ts'

export const users = pgTable(
  'users',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    profile: text('profile', { enum: ['admin', 'supervisor', 'user'] })
      .notNull()
      .default('user'),
    super: boolean('super').notNull().default(false),
    allTicket: boolean('all_ticket').notNull().default(false),
    /** Granted by an admin, beyond the profile. */
    permissions: text('permissions').array().$type<GrantablePermission[]>().notNull().default([]),
    /** In place of what the profile and single grants allow; admins have none. */
    roleId: ref('role_id'),
    /** Default connection; cleared by the service when that connection goes. */
    connectionId: ref('connection_id'),
    online: boolean('online').notNull().default(false),
    lastSeenAt: instant('last_seen_at'),
    /** What the person has chosen for themselves, by name. */
    preferences: jsonb('preferences').$type<Partial<Preferences>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // A person signs in by e-mail alone, so it is unique over all companies.
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    foreignKey({ name: 'users_role', columns: [t.companyId, t.roleId], foreignColumns: [roles.companyId, roles.id] }),
    check('users_role_of_admin', sql`${t.roleId} is null or ${t.profile} <> 'admin'`),
    index('users_role').on(t.companyId, t.roleId),
    index('users_online')
      .on(t.lastSeenAt)
      .where(sql`${t.online}`)
  ]
)

export const userQueues = pgTable(
  'user_queues',
  { companyId: ref('company_id').notNull(), userId: ref('user_id').notNull(), queueId: ref('queue_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.queueId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.queueId], foreignColumns: [queues.companyId, queues.id] }).onDelete(
      'cascade'
    ),
    index('user_queues_queue').on(t.companyId, t.queueId)
  ]
)

/** One row a login; the refresh token itself is never stored, only its SHA-256. The token names the row. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    companyId: ref('company_id').notNull(),
    id: uuid('id').notNull(),
    userId: ref('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Hash before the last rotation: good for the same successor until that one is used. */
    previousTokenHash: text('previous_token_hash'),
    rotatedAt: instant('rotated_at').notNull().defaultNow(),
    /** True when the token before came late once more since the last rotation. */
    isRepeated: boolean('is_repeated').notNull().default(false),
    /** Rotations in a row in which that happened, the last one included. */
    repeats: integer('repeats').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason', {
      enum: [
        'logout',
        'taken-over',
        'token-reused',
        'password-changed',
        'factor-changed',
        'factor-demanded',
        'user-removed',
        'outside-hours',
        'on-leave',
        'ended'
      ]
    }),
    /** Of the last rotation. */
    address: text('address'),
    browser: text('browser'),
    system: text('system'),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    index('login_sessions_user').on(t.companyId, t.userId)
  ]
)

/** Where a person has signed in from, as keyed hashes: guesses from elsewhere do not slow these down. */
export const knownLoginNetworks = pgTable(
  'known_login_networks',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    network: text('network').notNull(),
    lastAt: instant('last_at').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.network] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    index('known_login_networks_age').on(t.lastAt)
  ]
)

/** Failed logins and asked-for resets, by account and by address; `key` is a hash, so no mail address is kept here. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: instant('last_at').notNull(),
    blockedUntil: instant('blocked_until').notNull()
  },
  (t) => [index('login_attempts_age').on(t.lastAt)]
)

export const passwordResets = pgTable(
  'password_resets',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade')
  ]
)
