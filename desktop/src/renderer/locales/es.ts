// Spanish: every namespace by name, with the keys of Portuguese.
import { auth } from './es/auth.ts'
import { common } from './es/common.ts'
import { errors } from './es/errors.ts'
import { layout } from './es/layout.ts'
import { menu } from './es/menu.ts'
import type { Texts } from './pt.ts'
import { validation } from './es/validation.ts'

export const es: Texts = { auth, common, errors, layout, menu, validation }
