// English: every namespace by name, with the keys of Portuguese.
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { layout } from './en/layout.ts'
import { menu } from './en/menu.ts'
import type { Texts } from './pt.ts'
import { validation } from './en/validation.ts'

export const en: Texts = { auth, common, errors, layout, menu, validation }
