// What an endpoint asks of its caller, read from its value: rights, the plan, and the standing of the company.
import { hasPermission, isAdmin, isPlanFlagOn, seesNumbers } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import type { Actor, ExternalCaller } from '#platform/actor.ts'

type Asked = Pick<Endpoint, 'method' | 'access' | 'permission' | 'numbers' | 'planFlag' | 'openWhenExpired'>

/** Errors: AppError of the first rule the caller breaks. */
export function checkAccess(endpoint: Asked, actor: Actor, now: Date): void {
  const allowed = endpoint.access === 'super' ? actor.super : endpoint.access === 'admin' ? isAdmin(actor) : true
  if (!allowed || (endpoint.permission && !hasPermission(actor, endpoint.permission)))
    throw new AppError('ERR_NO_PERMISSION')
  if (endpoint.numbers === 'needed' && !seesNumbers(actor)) throw new AppError('ERR_NO_PERMISSION')
  checkCompany(endpoint, actor, now)
}

/** Errors: AppError when the company's plan or its standing forbids the call. */
export function checkCompany(endpoint: Asked, caller: ExternalCaller | Actor, now: Date): void {
  if (endpoint.method === 'GET') return
  if (endpoint.planFlag && !isPlanFlagOn(caller.planFlags, endpoint.planFlag)) {
    throw new AppError('ERR_PLAN_FEATURE_OFF')
  }
  const isSuper = 'super' in caller && caller.super
  if (!endpoint.openWhenExpired && !isSuper && !companyStanding(caller, now).isOperating) {
    throw new AppError('ERR_COMPANY_EXPIRED')
  }
}
