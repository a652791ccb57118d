// Pages of the console to which its own parts, mails and providers of payments lead, below the console's address.
import { serverPaths } from './server-paths.ts'

export const pages = {
  tickets: '/tickets',
  chats: '/chats',
  connections: '/connections',
  forgotPassword: '/forgetpsw',
  plans: '/plans-manager'
} as const

/** A page as the server's address leads to it. */
export const consolePage = (page: string): string => `${serverPaths.console}${page}`
