// Pages of the console, below its own address: its router serves them; links, notices, mails and payment pages lead there.
import { serverPaths } from './server-paths.ts'

export const pages = {
  login: '/login',
  signUp: '/signup',
  /** The token stands behind `#`, which no server is told. */
  confirmSignUp: '/signup/confirmation',
  forgotPassword: '/forgetpsw',
  /** The token stands behind `#`, which no server is told. */
  invitation: '/invitation',
  /** In the browser: signs the desktop app in with a passkey. */
  appLogin: '/app-login',
  desktop: '/desktop',
  tickets: '/tickets',
  kanban: '/kanban',
  contacts: '/contacts',
  connections: '/connections',
  tags: '/tags',
  quickMessages: '/quick-messages',
  fileLists: '/files',
  announcements: '/announcements',
  helps: '/helps',
  schedules: '/schedules',
  contactLists: '/contact-lists',
  campaigns: '/campaigns',
  campaignSettings: '/campaigns-config',
  chats: '/chats',
  todo: '/todolist',
  queues: '/queues',
  users: '/users',
  roles: '/roles',
  settings: '/settings',
  audit: '/audit',
  prompts: '/prompts',
  integrations: '/queue-integration',
  externalApi: '/messages-api',
  invoices: '/financeiro',
  companies: '/companies',
  managedPlans: '/plans',
  managedInvoices: '/invoices',
  plans: '/plans-manager',
  subscription: '/subscription'
} as const

// Each takes an id, or the parameter of a route.
export const ticketPage = (uuid: string) => `${pages.tickets}/${uuid}` as const
export const chatPage = (uuid: string) => `${pages.chats}/${uuid}` as const
export const contactListPage = (id: number | string) => `${pages.contactLists}/${id}/contacts` as const
export const companyPage = (id: number | string) => `${pages.companies}/${id}` as const
export const chatbotPage = (queueId: number | string) => `${pages.queues}/${queueId}/chatbot` as const
/** The list of queues with the dialog of one open over it. */
export const queueSettingsPage = (queueId: number | string) => `${pages.queues}?edit=${queueId}` as const
export const campaignReportPage = (id: number | string) => `/campaign/${id}/report` as const

/** A page as the server's address leads to it. */
export const consolePage = (page: string): string => `${serverPaths.console}${page}`
