// Builds Fastify with everything that protects and describes it; routes are registered by the caller.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { asOfHeader } from '@guiche/shared/kernel/as-of.ts'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import metrics from 'fastify-metrics'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/env.ts'
import { isForThisMachine } from '#platform/config/loopback.ts'
import { bearerOf } from './bearer.ts'
import { callerAddress, networkOf } from './caller-address.ts'
import { guardOperations } from './guard-operations.ts'
import { handleErrors } from './errors.ts'
import { hideSecretPaths } from './secret-paths.ts'
import { rememberSignedText } from './signed-text.ts'
import { proxyTrust } from './trust-proxy.ts'
import { warnOfUntrustedProxy } from './watch-proxies.ts'
import { watchBodies } from './request-bodies.ts'

/** Tells logins from addresses among those whose calls are counted. */
const loginPrefix = 'login '

/** True when a browser on this origin may call with credentials. */
export function isAllowedOrigin(config: Config, origin: string | undefined): boolean {
  if (origin === undefined) return true
  const listed = [new URL(config.publicUrl).origin, 'app://bundle', ...config.corsOrigins]
  return listed.includes(origin.replace(/\/+$/, ''))
}

/** True for an upgrade by a program, by a page of an allowed origin, or by one that was opened at the called address itself. */
export function mayUpgrade(config: Config, { origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined || isAllowedOrigin(config, origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

export interface HttpServerParts {
  config: Config
  log: Logger
  /** The origin whose pages the console shows in a frame. */
  frames: string
  /** The login behind an access token, or null for a token that is none. */
  loginOf: (token: string | undefined) => string | null
  /** Whether a login that runs is behind the access token. */
  isSignedIn: (token: string | undefined) => Promise<boolean>
  /** Who has signed in with the caller's device before, or null. */
  personOfDevice: (request: FastifyRequest) => string | null
}

function createFastify({ config, log }: HttpServerParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // Calls are logged by a hook, without what addresses may hold.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxyTrust(config.trustProxy),
    bodyLimit: config.maxBody,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
    // A whole upload; silence on the way is noticed sooner.
    requestTimeout: 3_600_000,
    connectionTimeout: 0,
    forceCloseConnections: true
  }) as unknown as FastifyInstance
  app.server.headersTimeout = 20_000
  // Schemas on routes describe them; mount() validates with zod itself.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  return app
}

function readJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    rememberSignedText(request, body as string)
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

function logCalls(app: FastifyInstance): void {
  const loggable = hideSecretPaths(app)
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ method, url: loggable(url), status: reply.statusCode, ms }, 'call')
  })
}

/** What browsers are told of who may show and call this server. */
async function protectBrowsers(app: FastifyInstance, { config, frames }: HttpServerParts): Promise<void> {
  // Answers hold what customers write. Files, which may be kept, say so themselves.
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        // Browsers before CSP 3 do not count the page's own websocket as its origin.
        connectSrc: ["'self'", new URL(config.publicUrl).origin.replace(/^http/, 'ws')],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:', frames],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null
      }
    },
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
  })
  await app.register(cors, {
    origin: (origin, answer) => answer(null, isAllowedOrigin(config, origin)),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['content-disposition', 'content-range', 'accept-ranges', 'date', 'x-request-id', asOfHeader],
    maxAge: 600
  })
}

async function readAndPack(app: FastifyInstance, { config }: HttpServerParts): Promise<void> {
  await app.register(cookie)
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    customTypes: /json|text|javascript|svg/
  })
  await app.register(multipart, {
    // Whoever stores a file counts its bytes and says how many are allowed; here it is only cut off behind that.
    throwFileSizeLimit: false,
    limits: { fileSize: config.maxUpload + 1, files: 62, fields: 60, fieldSize: 262_144, parts: 122 }
  })
}

async function limitCalls(app: FastifyInstance, { config, loginOf, personOfDevice }: HttpServerParts): Promise<void> {
  await app.register(rateLimit, {
    // A whole office calls from one address: whoever has signed in is counted alone, and generously.
    max: (_request, key) => (key.startsWith(loginPrefix) ? config.loginRateLimit : config.rateLimit),
    keyGenerator: (request) => {
      const login = loginOf(bearerOf(request))
      if (login !== null) return loginPrefix + login
      // Nobody keeps somebody else from the login by calling from the same address.
      const person = personOfDevice(request)
      return person === null ? networkOf(callerAddress(request)) : `device ${person}`
    },
    timeWindow: '1 minute',
    // The page and its files are no calls: an office that opens it at once, behind one address, would lock itself out.
    allowList: ({ url }) => url.startsWith(`${serverPaths.console}/`)
  })
}

async function describeCalls(app: FastifyInstance, { config }: HttpServerParts): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      // Tells the console whether the page of this document opens without a login.
      info: { title: 'Guichê', version: '1', ...{ 'x-open': config.docsOpen || isForThisMachine(config) } },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } } as never)
  })
  await app.register(swaggerUi, { routePrefix: serverPaths.docs })
}

export async function createHttpServer(parts: HttpServerParts): Promise<FastifyInstance> {
  const { config, log, isSignedIn } = parts
  const app = createFastify(parts)
  handleErrors(app)
  // Before whatever may refuse: refusals are held to the same rules, and tell by nothing that there is something.
  await protectBrowsers(app, parts)
  warnOfUntrustedProxy(app, log)
  guardOperations(app, { config, isSignedIn })
  watchBodies(app, config.uploadSilence)
  readJson(app)
  logCalls(app)
  // The histogram stays empty for routes registered before this plugin.
  await app.register(metrics as unknown as typeof metrics.default, {
    endpoint: serverPaths.metrics,
    // Tests run several servers in one process, which has one register.
    clearRegisterOnInit: config.environment === 'test',
    routeMetrics: { routeBlacklist: [serverPaths.metrics, serverPaths.health, serverPaths.ready] }
  })
  await readAndPack(app, parts)
  await limitCalls(app, parts)
  await describeCalls(app, parts)
  return app
}
