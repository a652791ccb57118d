// Calls of signing in and out. The refresh token travels in a cookie, which is set and cleared here.
import {
  forgotPassword,
  login,
  logout,
  me,
  refreshToken,
  resetPassword,
  resetPasswordByBody
} from '@guiche/shared/features/org/auth.ts'
import { languageOf } from '@guiche/shared/kernel/languages.ts'
import {
  finishDemandedSecondFactor,
  finishLogin,
  startDemandedSecondFactor
} from '@guiche/shared/features/org/second-factor.ts'
import {
  authorizeApp,
  loginWithAppCode,
  loginWithPasskey,
  startPasskeyLogin
} from '@guiche/shared/features/org/passkeys.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/ctx.ts'
import { callerAddress } from '#platform/http/caller-address.ts'
import { mount, mountPublic, type Route } from '#platform/http/mount.ts'
import { readsContract } from '#platform/text/translator.ts'
import * as service from './auth.service.ts'
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts'
import { startPasskeyLogin as startWithPasskey } from '#features/org/second-factor/pass-passkey.ts'
import { enterWithAppCode, newAppCode } from './login-with-app-code.ts'
import { loginWithPasskey as enterWithPasskey } from './login-with-passkey.ts'
import { loginWithNewFactor, loginWithSecondFactor, startDemandedFactor } from './login-with-second-factor.ts'
import * as reset from './reset-password.ts'

function answer(ctx: Ctx, reply: FastifyReply, { reply: body, refreshToken: token }: service.SignedIn) {
  setRefreshCookie(ctx.config, reply, token)
  return body
}

/** From where and with what somebody signs in. Whoever reads the contract as it stands knows second factors. */
function sourceOf(request: FastifyRequest) {
  return {
    address: callerAddress(request),
    devices: readDeviceCookie(request),
    agent: request.headers['user-agent'],
    knowsFactors: readsContract(request.headers)
  }
}

function answerLogin(ctx: Ctx, reply: FastifyReply, signedIn: service.SignedIn) {
  const { id: userId, companyId } = signedIn.reply.user
  setDeviceCookie(ctx, reply, { companyId, userId })
  return answer(ctx, reply, signedIn)
}

export const authRoutes: Route[] = [
  mountPublic(login, async (ctx, { body, request, reply }) =>
    answerLogin(ctx, reply, await service.login(ctx, body, sourceOf(request)))
  ),
  mountPublic(finishLogin, async (ctx, { body, request, reply }) =>
    answerLogin(ctx, reply, await loginWithSecondFactor(ctx, body, sourceOf(request)))
  ),
  mountPublic(startDemandedSecondFactor, (ctx, { body }) => startDemandedFactor(ctx, body.challenge)),
  mountPublic(finishDemandedSecondFactor, async (ctx, { body, request, reply }) => {
    const { recoveryCodes, ...signedIn } = await loginWithNewFactor(ctx, body, sourceOf(request))
    return { ...answerLogin(ctx, reply, signedIn), recoveryCodes }
  }),
  mountPublic(startPasskeyLogin, (ctx) => startWithPasskey(ctx)),
  mountPublic(loginWithPasskey, async (ctx, { body, request, reply }) =>
    answerLogin(ctx, reply, await enterWithPasskey(ctx, body.credential, sourceOf(request)))
  ),
  mountPublic(authorizeApp, async (ctx, { body }) => ({ code: await newAppCode(ctx, body) })),
  mountPublic(loginWithAppCode, async (ctx, { body, request, reply }) =>
    answerLogin(ctx, reply, await enterWithAppCode(ctx, body, sourceOf(request)))
  ),
  mountPublic(refreshToken, async (ctx, { request, reply }) =>
    answer(ctx, reply, await service.refresh(ctx, readRefreshCookie(request), callerAddress(request)))
  ),
  mountPublic(logout, async (ctx, { request, reply }) => {
    clearRefreshCookie(ctx.config, reply)
    await service.logout(ctx, readRefreshCookie(request), request.headers.authorization?.replace(/^Bearer /i, ''))
    return {}
  }),
  mount(me, (_ctx, { actor }) => service.me(actor)),
  mountPublic(forgotPassword, async (ctx, { params, request }) => {
    const language = languageOf((request.headers['accept-language'] ?? '').split(','))
    await reset.requestReset(ctx, params.email, { address: callerAddress(request), language })
    return { message: 'Email enviado com sucesso!' }
  }),
  mountPublic(resetPassword, async (ctx, { params, request }) => {
    await reset.resetPassword(ctx, { ...params, code: params.token }, callerAddress(request))
    return { message: 'Senha redefinida com sucesso.' }
  }),
  mountPublic(resetPasswordByBody, async (ctx, { body, request }) => {
    await reset.resetPassword(ctx, body, callerAddress(request))
    return { message: 'Senha redefinida com sucesso.' }
  })
]
