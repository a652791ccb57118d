// English: every namespace by name, with the keys of Portuguese.
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { connections } from './en/connections.ts'
import { contacts } from './en/contacts.ts'
import { errors } from './en/errors.ts'
import { home } from './en/home.ts'
import { layout } from './en/layout.ts'
import { menu } from './en/menu.ts'
import { queues } from './en/queues.ts'
import { users } from './en/users.ts'
import { validation } from './en/validation.ts'
import type { Texts } from './pt.ts'

export const en: Texts = { auth, common, connections, contacts, errors, home, layout, menu, queues, users, validation }
