// Joins an endpoint to its handler: validation, access and serialisation are the same for every route.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { companyStanding } from '@guiche/shared/features/org/company-standing.ts'
import { hasPermission, isAdmin, isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { mostExternalSends, sendExternally } from '@guiche/shared/features/automation/external-api.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Endpoint, EndpointReply, EndpointRequest } from '@guiche/shared/kernel/endpoint.ts'
import type { Actor, ActorDirectory, ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hashOfToken } from '#platform/secrets/token-hash.ts'
import { readerOf, readsContract, type Translator } from '#platform/text/translator.ts'
import { bearerOf } from './bearer.ts'
import { callerAddress, networkOf } from './caller-address.ts'
import { fieldsOf } from './errors.ts'

/** What a handler gets: validated input, the caller and, for cookies and uploads, the raw exchange. */
export interface Call<E extends Endpoint, A> extends EndpointRequest<E> {
  actor: A
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint, A> = (ctx: Ctx, call: Call<E, A>) => Promise<EndpointReply<E>>

export interface Route {
  endpoint: Endpoint
  handler: Handler<Endpoint, Actor>
  /** Who calls with this token, where callers are programs. */
  identify?: Identify
}

/** Errors: AppError for a token nobody has, and for an address that guesses. */
type Identify = (ctx: Ctx, token: string | undefined, address: string) => Promise<ExternalCaller>

/** Mounts an endpoint for signed-in callers. */
export function mount<E extends Endpoint>(endpoint: E, handler: Handler<E, Actor>): Route {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: use mountPublic`)
  return { endpoint, handler }
}

/** Mounts an endpoint for programs that call with a token of their own. */
export function mountExternal<E extends Endpoint>(
  endpoint: E,
  identify: Identify,
  handler: Handler<E, ExternalCaller>
): Route {
  if (endpoint.access !== 'external-token') throw new Error(`${endpoint.path} is for people: use mount`)
  return { endpoint, identify, handler: handler as never }
}

/** Mounts an endpoint for everybody. */
export function mountPublic<E extends Endpoint>(endpoint: E, handler: Handler<E, undefined>): Route {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: use mount`)
  return { endpoint, handler: handler as never }
}

/** Per-route rate limits by name of the route's path: calls a minute of one address, or of one program's token. */
const strictLimits: Record<string, number> = {
  // Guessing is slowed down by what fails; an office that signs in at eight is no guessing.
  'POST /auth/login': 600,
  'POST /companies/cadastro': 60,
  'POST /forgetpassword/:email': 10,
  'POST /resetpasswords/:email/:token/:newPassword': 20,
  'POST /auth/password-reset': 20,
  'POST /subscription': 30,
  'POST /api/checkout': 30,
  // Each call rings on the phone it names.
  'POST /whatsappsession/:id/pairing-code': 20,
  [`${sendExternally.method} ${sendExternally.path}`]: mostExternalSends
}

/** Errors: AppError of the first rule the caller breaks. */
function checkAccess(endpoint: Endpoint, actor: Actor, now: Date): void {
  const allowed = endpoint.access === 'super' ? actor.super : endpoint.access === 'admin' ? isAdmin(actor) : true
  if (!allowed || (endpoint.permission && !hasPermission(actor, endpoint.permission)))
    throw new AppError('ERR_NO_PERMISSION')
  checkCompany(endpoint, actor, now)
}

/** Errors: AppError when the company's plan or its due date forbids the call. */
function checkCompany(endpoint: Endpoint, caller: ExternalCaller | Actor, now: Date): void {
  if (endpoint.planFlag && endpoint.method !== 'GET' && !isPlanFlagOn(caller.planFlags, endpoint.planFlag)) {
    throw new AppError('ERR_PLAN_FEATURE_OFF')
  }
  const isSuper = 'super' in caller && caller.super
  const isExpired = !companyStanding(caller, now).isOperating && !isSuper
  if (isExpired && endpoint.method !== 'GET' && !endpoint.openWhenExpired) throw new AppError('ERR_COMPANY_EXPIRED')
}

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw new AppError('ERR_VALIDATION', { fields: fieldsOf(parsed.error, value) })
  return parsed.data
}

/** Programs that are remembered; beyond it the memory starts anew. */
const remembered = 10_000

/**
 * How calls of programs are counted: they share an address, but not a token. A token that has not been let in lately may
 * be a guess, and counts for the address it comes from.
 */
function countPrograms() {
  /** Hashes of tokens. */
  const letIn = new Set<string>()
  return {
    keyOf: (request: FastifyRequest): string => {
      const hash = hashOfToken(bearerOf(request) ?? '')
      return letIn.has(hash) ? `token ${hash}` : networkOf(callerAddress(request))
    },
    /** Remembers what becomes of a token. */
    follow: async (token: string, caller: Promise<ExternalCaller>): Promise<ExternalCaller> => {
      const hash = hashOfToken(token)
      try {
        const found = await caller
        if (letIn.size >= remembered && !letIn.has(hash)) letIn.clear()
        letIn.add(hash)
        return found
      } catch (error) {
        letIn.delete(hash)
        throw error
      }
    }
  }
}

const callers = new WeakMap<FastifyRequest, Actor | ExternalCaller>()
/** Errors: those of the first check. */
const checksAgain = new WeakMap<FastifyRequest, () => Promise<unknown>>()

/** Milliseconds a body may take before a program, which no cache knows, is looked up once more. */
const soon = 5_000

/**
 * A form that asks once more, when it has been read, whether the caller may still call: a body takes as long as its sender
 * likes, and the login may be over by the time it has arrived. Whoever reads it need not think of it.
 */
function checkAfterForm(request: FastifyRequest, checkAgain: () => Promise<unknown>): void {
  const read = request.parts.bind(request)
  request.parts = async function* (options) {
    let isBroken = false
    try {
      yield* read(options)
    } catch (error) {
      isBroken = true
      throw error
    } finally {
      // Also of one that was left before its end.
      if (!isBroken) await checkAgain()
    }
  } as typeof request.parts
}

interface RouteParts {
  ctx: Ctx
  directory: ActorDirectory
  translator: Pick<Translator, 'answer'>
}

/** Registers routes on Fastify. The caller is known and allowed before a body is read. */
export function registerRoutes(
  app: FastifyInstance,
  { ctx, directory, translator }: RouteParts,
  routes: Route[]
): void {
  const programs = countPrograms()
  for (const { endpoint, handler, identify } of routes) {
    const limit = strictLimits[`${endpoint.method} ${endpoint.path}`]
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config:
        limit && ctx.config.environment !== 'test'
          ? { rateLimit: { max: limit, timeWindow: '1 minute', ...(identify ? { keyGenerator: programs.keyOf } : {}) } }
          : {},
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.path.split('/')[1] ?? ''],
        security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        ...(endpoint.multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
        response: { 200: endpoint.response }
      } as never,
      // Before the body is read, and after the call was counted: calls without a login are counted as well.
      preParsing: async (request) => {
        if (endpoint.access === 'public') return
        if (identify) {
          const token = bearerOf(request)
          const address = callerAddress(request)
          const caller = await programs.follow(token ?? '', identify(ctx, token, address))
          callers.set(request, caller)
          const since = ctx.now().getTime()
          checksAgain.set(request, async () => {
            if (ctx.now().getTime() - since >= soon) await identify(ctx, token, address)
          })
          return checkCompany(endpoint, caller, ctx.now())
        }
        const token = bearerOf(request)
        const actor = await directory.byAccessToken(token)
        callers.set(request, actor)
        checksAgain.set(request, () => directory.byLogin(actor))
        checkAccess(endpoint, actor, ctx.now())
      },
      handler: async (request, reply) => {
        const isMultipart = endpoint.multipart === true && request.isMultipart()
        const checkAgain = checksAgain.get(request)
        if (checkAgain && isMultipart) checkAfterForm(request, checkAgain)
        else if (checkAgain && request.body !== undefined && request.body !== null) await checkAgain()
        const query = parse(endpoint.query, request.query)
        const caller = callers.get(request)
        const result = await handler(ctx, {
          params: parse(endpoint.params, request.params),
          query,
          body: isMultipart ? undefined : parse(endpoint.body, request.body),
          actor: caller,
          request,
          reply
        } as never)
        const answer: unknown = endpoint.response.parse(result)
        const read = readsContract(request.headers)
          ? answer
          : await translator.answer(endpoint, answer, { reader: readerOf(caller), query })
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(read))
      }
    })
  }
}
