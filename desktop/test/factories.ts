// Rows as the server would send them; every factory takes the fields a test cares about.
import { noPreferences } from '@guiche/shared/features/org/preferences.ts'
import { promptDefaults, type Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import type { Integration } from '@guiche/shared/features/automation/integrations.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'

export const companyId = 7

/** A row with what a change names in place of what it had, as the server answers. */
export function laidOver<T extends object>(row: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const next = { ...row }
  for (const key in change) {
    const value = change[key]
    if (value !== undefined) next[key] = value
  }
  return next
}

const at = '2026-03-02T12:00:00.000Z'
const stamps = { createdAt: at, updatedAt: at }

export function makePlan(part: Partial<Plan> = {}): Plan {
  return {
    id: 1,
    name: 'Essencial',
    users: 10,
    connections: 3,
    queues: 10,
    value: 199,
    useCampaigns: true,
    useSchedules: true,
    useInternalChat: true,
    useExternalApi: true,
    useKanban: true,
    useOpenAi: true,
    useIntegrations: true,
    ...part
  }
}

export function makeUser(part: Partial<User> = {}): User {
  return {
    id: 1,
    name: 'Ana Souza',
    email: 'ana@padaria.com.br',
    profile: 'admin',
    super: false,
    companyId,
    whatsappId: null,
    queues: [],
    allTicket: 'disabled',
    permissions: [],
    online: true,
    ...stamps,
    ...part
  }
}

export function makeSessionUser(part: Partial<SessionUser> = {}): SessionUser {
  return {
    ...makeUser(),
    company: {
      id: companyId,
      name: 'Padaria Central',
      email: null,
      phone: null,
      status: true,
      dueDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      recurrence: 'MENSAL',
      planId: 1,
      timeZone: 'America/Sao_Paulo',
      settings: [],
      ...stamps
    },
    preferences: noPreferences,
    ...part
  }
}

export function makeQueue(part: Partial<Queue> = {}): Queue {
  return {
    id: 1,
    name: 'Vendas',
    color: '#e03131',
    orderQueue: 1,
    greetingMessage: '',
    outOfHoursMessage: '',
    schedules: [],
    integrationId: null,
    promptId: null,
    companyId,
    ...stamps,
    ...part
  }
}

export function makePrompt(part: Partial<Prompt> = {}): Prompt {
  return {
    ...promptDefaults,
    id: 4,
    name: 'Assistente da loja',
    prompt: 'Você atende os clientes de uma loja.',
    voiceRegion: '',
    baseUrl: '',
    inputPrice: 0,
    outputPrice: 0,
    queueId: 1,
    queue: { id: 1, name: 'Vendas' },
    hasApiKey: true,
    hasVoiceKey: false,
    promptTokens: 0,
    completionTokens: 0,
    totalTokens: 0,
    cost: 0,
    answers: 0,
    handOvers: 0,
    companyId,
    ...stamps,
    ...part
  }
}

export function makeIntegration(part: Partial<Integration> = {}): Integration {
  return {
    id: 6,
    type: 'n8n',
    name: 'Pedidos',
    projectName: 'Pedidos',
    language: 'pt-BR',
    urlN8N: '',
    typebotSlug: '',
    typebotExpires: 1,
    typebotKeywordFinish: '',
    typebotKeywordRestart: '',
    typebotRestartMessage: '',
    typebotUnknownMessage: '',
    typebotDelayMessage: 1000,
    hasJsonContent: false,
    hasSecret: false,
    companyId,
    ...stamps,
    ...part
  }
}

export function makeOption(part: Partial<QueueOption> = {}): QueueOption {
  return {
    id: 1,
    title: 'Entrega',
    message: '',
    fileListId: null,
    option: 1,
    queueId: 1,
    parentId: null,
    ...stamps,
    ...part
  }
}

export function makeConnection(part: Partial<Connection> = {}): Connection {
  return {
    id: 1,
    name: 'Loja centro',
    connectionName: 'Loja centro',
    status: 'CONNECTED',
    qrcode: '',
    retries: 0,
    pairing: null,
    isDefault: true,
    number: '5511987654321',
    statusReason: null,
    statusSince: at,
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    token: '',
    hasToken: false,
    provider: 'beta',
    expiresInactiveMessage: '',
    expiresTicket: 0,
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    queues: [],
    queueIds: [],
    transferQueueId: null,
    timeToTransfer: 0,
    promptId: null,
    integrationId: null,
    importHistory: 'off',
    historyImport: null,
    waiting: 0,
    failures: 0,
    companyId,
    ...stamps,
    ...part
  }
}

export function makeContact(part: Partial<Contact> = {}): Contact {
  return {
    id: 1,
    name: 'João Pereira',
    number: '5511912345678',
    email: '',
    profilePicUrl: '',
    isGroup: false,
    extraInfo: [],
    tags: [],
    companyId,
    ...stamps,
    ...part
  }
}

/** A token with these claims; nobody checks its signature here. */
export function makeToken(claims: { sid?: string; exp?: number } = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 900
  const body = btoa(JSON.stringify({ sid: 'own-session', exp, jti: Math.random(), ...claims }))
  return `head.${body.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`
}
