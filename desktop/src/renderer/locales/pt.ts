// Portuguese, the default and fallback: every namespace by name. The other languages must have the same keys.
import { auth } from './pt/auth.ts'
import { common } from './pt/common.ts'
import { errors } from './pt/errors.ts'
import { layout } from './pt/layout.ts'
import { menu } from './pt/menu.ts'
import { validation } from './pt/validation.ts'

export const pt = { auth, common, errors, layout, menu, validation }

/** The same namespaces and keys with texts of another language. */
export type Texts = { [N in keyof typeof pt]: { [K in keyof (typeof pt)[N]]: string } }
