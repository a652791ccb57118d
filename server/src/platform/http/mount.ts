// Joins an endpoint to its handler: validation, access and serialisation are the same for every route.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { asOfHeader } from '@guiche/shared/kernel/as-of.ts'
import type { Endpoint, EndpointReply, EndpointRequest } from '@guiche/shared/kernel/endpoint.ts'
import type { Actor, ActorDirectory, Caller, CallSource, ExternalCaller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hiddenFrom, isBlind, withoutHidden } from '#platform/numbers/number-door.ts'
import { readerOf, readsContract, type Translator } from '#platform/text/translator.ts'
import { checkAccess, checkCompany } from './access-rules.ts'
import { agentSummary } from './agent-names.ts'
import { bearerOf } from './bearer.ts'
import { callerAddress } from './caller-address.ts'
import { callerOf, noteCaller } from './callers.ts'
import { checkAfterForm } from './check-after-form.ts'
import { countPrograms } from './count-programs.ts'
import { fieldsOf } from './errors.ts'
import { scanForm } from './scan-form.ts'

/** What a handler gets: validated input, the caller and, for cookies and uploads, the raw exchange. */
export interface Call<E extends Endpoint, A> extends EndpointRequest<E>, Pick<Caller, 'confirm'> {
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

function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw new AppError('ERR_VALIDATION', { fields: fieldsOf(parsed.error, value) })
  return parsed.data
}

/** Errors: those of the first check. */
const checksAgain = new WeakMap<FastifyRequest, () => Promise<unknown>>()

/** Milliseconds a body may take before a program, which no cache knows, is looked up once more. */
const soon = 5_000

interface RouteParts {
  ctx: Ctx
  directory: ActorDirectory
  translator: Pick<Translator, 'answer'>
}

/** What Fastify and the description of the calls are told of an endpoint. */
function schemaOf(endpoint: Endpoint) {
  const { summary, access, params, query, body, multipart, response } = endpoint
  return {
    summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: access === 'public' ? [] : [{ bearer: [] }],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    response: { 200: response }
  } as never
}

/** The body without the password that came with it, and the way to ask whether it is right. */
function askForLogin(
  endpoint: Endpoint,
  directory: ActorDirectory,
  { actor, body, call }: { actor: Actor; body: unknown; call: CallSource }
) {
  if (!endpoint.recentLogin) {
    const confirm = () => Promise.reject(new Error(`${endpoint.path} does not say that it asks for a recent login`))
    return { body, confirm, isOpen: () => false }
  }
  const { currentPassword, ...rest } = body as { currentPassword?: string | null }
  let isOpen = endpoint.recentLogin === 'always'
  const confirm = (): Promise<void> => {
    isOpen = false
    return directory.confirm(actor, currentPassword, call)
  }
  return { body: rest, confirm, isOpen: () => isOpen }
}

function callSource(request: FastifyRequest): CallSource {
  const agent = agentSummary(request.headers['user-agent'])
  return { caller: callerOf(request) ?? null, address: callerAddress(request), agent }
}

/** Says how old the answer to a read is at the most; the number is taken before its rows are read. */
function noteAge(
  { realtime }: Ctx,
  { method }: FastifyRequest,
  reply: FastifyReply,
  companyId: number | undefined
): void {
  const seq = method === 'GET' && companyId !== undefined ? realtime.newestSeq(companyId) : undefined
  if (seq !== undefined) reply.header(asOfHeader, seq)
}

/** Registers routes on Fastify. The caller is known and allowed before a body is read. */
export function registerRoutes(
  app: FastifyInstance,
  { ctx, directory, translator }: RouteParts,
  routes: Route[]
): void {
  const programs = countPrograms()
  const configOf = ({ callsPerMinute: max, hasSecretPath = false }: Endpoint, isProgram: boolean) => ({
    hasSecretPath,
    ...(max !== undefined && ctx.config.environment !== 'test'
      ? { rateLimit: { max, timeWindow: '1 minute', ...(isProgram ? { keyGenerator: programs.keyOf } : {}) } }
      : {})
  })
  const letIn = async (request: FastifyRequest, { endpoint, identify }: Route): Promise<void> => {
    if (endpoint.access === 'public') return
    const token = bearerOf(request)
    if (!identify) {
      const actor = await directory.byAccessToken(token)
      noteCaller(request, actor)
      checksAgain.set(request, () => directory.byLogin(actor))
      return checkAccess(endpoint, actor, ctx.now())
    }
    const address = callerAddress(request)
    const caller = await programs.follow(token ?? '', identify(ctx, token, address))
    noteCaller(request, caller)
    const since = ctx.now().getTime()
    checksAgain.set(request, async () => {
      if (ctx.now().getTime() - since >= soon) await identify(ctx, token, address)
    })
    checkCompany(endpoint, caller, ctx.now())
  }
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { endpoint, handler }: Route
  ): Promise<unknown> => {
    const isMultipart = endpoint.multipart === true && request.isMultipart()
    const checkAgain = checksAgain.get(request)
    if (isMultipart && endpoint.isEncryptedUpload !== true) scanForm(request, ctx.scanner)
    if (checkAgain && isMultipart) checkAfterForm(request, checkAgain)
    else if (checkAgain && request.body !== undefined && request.body !== null) await checkAgain()
    const query = parse(endpoint.query, request.query)
    const params = parse(endpoint.params, request.params)
    const actor = callerOf(request) as Actor
    noteAge(ctx, request, reply, (actor as Actor | undefined)?.companyId)
    const isHidingNumbers = isBlind(callerOf(request))
    const given = isHidingNumbers ? withoutHidden(endpoint.method, request.body) : request.body
    const sent = isMultipart ? undefined : parse(endpoint.body, given)
    const call = callSource(request)
    const { body, confirm, isOpen } = askForLogin(endpoint, directory, { actor, body: sent, call })
    const result = await handler({ ...ctx, call }, { params, query, body, actor, confirm, request, reply })
    if (isOpen()) throw new Error(`${endpoint.path} says that it asks for a recent login and has not`)
    const said = endpoint.response.parse(result)
    const reader = readerOf(actor)
    const told = readsContract(request.headers) ? said : await translator.answer(endpoint, said, { reader, query })
    return isHidingNumbers && endpoint.numbers !== 'revealed' ? hiddenFrom(ctx.db, actor.companyId, told) : told
  }
  for (const route of routes) {
    const { endpoint } = route
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: configOf(endpoint, route.identify !== undefined),
      schema: schemaOf(endpoint),
      // Before the body is read, and after the call was counted: calls without a login are counted as well.
      preParsing: (request) => letIn(request, route),
      handler: async (request, reply) => {
        const said = await answer(request, reply, route)
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(said))
      }
    })
  }
}
