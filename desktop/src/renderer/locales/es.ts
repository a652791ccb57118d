// Spanish: every namespace by name, with the keys of Portuguese.
import { auth } from './es/auth.ts'
import { common } from './es/common.ts'
import { connections } from './es/connections.ts'
import { contacts } from './es/contacts.ts'
import { errors } from './es/errors.ts'
import { home } from './es/home.ts'
import { layout } from './es/layout.ts'
import { menu } from './es/menu.ts'
import { queues } from './es/queues.ts'
import { users } from './es/users.ts'
import { validation } from './es/validation.ts'
import type { Texts } from './pt.ts'

export const es: Texts = { auth, common, connections, contacts, errors, home, layout, menu, queues, users, validation }
