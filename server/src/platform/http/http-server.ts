// Builds Fastify with everything that protects and describes it; routes are registered by the caller.
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { videoThumbnailOrigin, videoPlayerOrigin } from '@guiche/shared/features/library/helps.ts'
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
import { rememberSignedText } from './signed-text.ts'
import { proxyTrust } from './trust-proxy.ts'
import { warnOfUntrustedProxy } from './watch-proxies.ts'
import { watchBodies } from './request-bodies.ts'

/** Query values that must never reach a log. */
const secretQuery = /([?&](?:token|code|password|hmac)=)[^&\s]*/gi
/** Path parts that carry a mail address, a code, a password or a signed link. */
const secretPath = /^\/(forgetpassword|resetpasswords|media)\/.*/i

/** Tells logins from addresses among those whose calls are counted. */
const loginPrefix = 'login '

/** An address as it may be logged. */
const loggableUrl = (url: string): string => url.replace(secretPath, '/$1/…').replace(secretQuery, '$1…')

/** True when a browser on this origin may call with credentials. */
export function isAllowedOrigin(config: Config, origin: string | undefined): boolean {
  if (origin === undefined) return true
  const listed = [new URL(config.publicUrl).origin, 'app://bundle', ...config.corsOrigins]
  return listed.includes(origin.replace(/\/+$/, ''))
}

export interface HttpServerParts {
  config: Config
  log: Logger
  /** The login behind an access token, or null for a token that is none. */
  loginOf: (token: string | undefined) => string | null
  /** Whether a login that runs is behind the access token. */
  isSignedIn: (token: string | undefined) => Promise<boolean>
  /** Who has signed in with the caller's device before, or null. */
  personOfDevice: (request: FastifyRequest) => string | null
}

export async function createHttpServer({
  config,
  log,
  loginOf,
  isSignedIn,
  personOfDevice
}: HttpServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    // Calls are logged by the hook below, without what addresses may hold.
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
  handleErrors(app)
  warnOfUntrustedProxy(app, log)
  guardOperations(app, { config, isSignedIn })
  watchBodies(app, config.uploadSilence)

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    rememberSignedText(request, body as string)
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })

  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        url: loggableUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime)
      },
      'call'
    )
  })

  // The histogram stays empty for routes registered before this plugin.
  await app.register(metrics as unknown as typeof metrics.default, {
    endpoint: '/metrics',
    // Tests run several servers in one process, which has one register.
    clearRegisterOnInit: config.environment === 'test',
    routeMetrics: { routeBlacklist: ['/metrics', '/health', '/ready'] }
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', videoThumbnailOrigin],
        mediaSrc: ["'self'", 'blob:'],
        // Browsers before CSP 3 do not count the page's own websocket as its origin.
        connectSrc: ["'self'", new URL(config.publicUrl).origin.replace(/^http/, 'ws')],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:', videoPlayerOrigin],
        objectSrc: ["'none'"],
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
    exposedHeaders: ['content-disposition', 'content-range', 'accept-ranges', 'date', 'x-request-id'],
    maxAge: 600
  })
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
    allowList: ({ url }) => ['/health', '/ready', '/metrics'].includes(url) || url.startsWith('/console/')
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      // Tells the console whether the page of this document opens without a login.
      info: { title: 'Guichê', version: '1', ...{ 'x-open': config.docsOpen || isForThisMachine(config) } },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } } as never)
  })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  return app
}
