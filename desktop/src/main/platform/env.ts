// The one place that reads the environment and what the build has fixed.
import { z } from 'zod'
import { originsOf } from './server-address.ts'

declare const __GUICHE_SERVER__: string | undefined
declare const __GUICHE_EDITION__: string | undefined
declare const __GUICHE_UPDATE_KEYS__: string[] | undefined

const schema = z.object({
  /** Path of the AppImage that the program runs from. */
  APPIMAGE: z.string().min(1).optional(),
  /** Name of the entry by which Linux knows the program; Electron sets it. */
  CHROME_DESKTOP: z
    .string()
    .regex(/^[^/]+\.desktop$/)
    .optional(),
  /** Where Linux keeps what programs have for one person. */
  XDG_DATA_HOME: z.string().startsWith('/').optional().catch(undefined),
  /** Where Windows keeps settings for every user. */
  ProgramData: z.string().min(1).optional(),
  /** File of IT for systems that have none in its usual place. */
  GUICHE_MANAGED_CONFIG: z.string().min(1).optional()
})

const parsed = schema.parse(process.env)

export const appImage = parsed.APPIMAGE
export const desktopEntry = parsed.CHROME_DESKTOP
export const dataHome = parsed.XDG_DATA_HOME
export const programData = parsed.ProgramData

/** Path of a managed configuration in another place than the usual one, or null. */
export const managedConfigPath = parsed.GUICHE_MANAGED_CONFIG ?? null

/** Origin of the server that this build is for, or null. */
export const builtInServer = typeof __GUICHE_SERVER__ === 'string' ? (originsOf(__GUICHE_SERVER__)[0] ?? null) : null

/** Public keys (SPKI, base64) of those who may sign updates; none when the build was given none. */
export const updateKeys = typeof __GUICHE_UPDATE_KEYS__ === 'undefined' ? [] : __GUICHE_UPDATE_KEYS__

/** The edition that was built. */
export const edition = typeof __GUICHE_EDITION__ === 'string' && __GUICHE_EDITION__ === 'admin' ? 'admin' : 'standard'

/** The product's name, as people read it. */
export const productTitle = edition === 'admin' ? 'Guichê Admin' : 'Guichê'

/** By this Windows knows whose notifications and windows these are; the installers write the same. */
export const appId = edition === 'admin' ? 'app.guiche.admin' : 'app.guiche.desktop'
