// Companies: sign-up and what a member may know of the own company and plan.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, nullableId, text } from '../../kernel/ids.ts'
import { passwordLengths } from '../../kernel/passwords.ts'
import { digitsOf } from '../../kernel/phone.ts'
import { wireEvent } from '../../kernel/wire-event.ts'
import { isTimeZone } from '../../kernel/zoned-time.ts'
import { dueDateInput } from './due-dates.ts'
import { holidayRow, scheduleRow } from './opening-hours.ts'
import { planSchema } from './plans.ts'
import { settingSchema } from './settings.ts'
import { currentPassword, emailAddress, password, personName } from './users.ts'

export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export type Recurrence = (typeof recurrences)[number]

/** Months that each stands for. */
export const recurrenceMonths: Record<Recurrence, number> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12
}
/** Months of a stored recurrence; one that nobody knows counts as monthly. */
export const monthsOf = (recurrence: string): number =>
  recurrences.some((one) => one === recurrence) ? recurrenceMonths[recurrence as Recurrence] : 1

/** Days a company may use the product after sign-up. */
export const trialDays = 3

/**
 * When the trial of a company ends: its due date, for as long as nothing has moved it.
 * The day more is for due dates that stand at the end of their day.
 */
export const trialEndOf = ({ dueDate, createdAt }: { dueDate: Date | null; createdAt: Date }): Date | null =>
  dueDate && dueDate.getTime() <= createdAt.getTime() + (trialDays + 1) * 86_400_000 ? dueDate : null

export const companyBrief = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.boolean(),
  dueDate: instant.nullable(),
  /** Of the own company: when its trial ends or ended, null once something was paid. */
  trialExpiration: instant.nullable().optional(),
  recurrence: z.string(),
  planId: z.number().nullable(),
  timeZone: z.string(),
  createdAt: instant,
  updatedAt: instant,
  settings: z.array(settingSchema),
  /** Of the own company, for its admins: who pays, as the checkout keeps it; empty before. */
  billingName: z.string().optional(),
  addressZipCode: z.string().optional(),
  addressStreet: z.string().optional(),
  addressState: z.string().optional(),
  addressCity: z.string().optional(),
  addressDistrict: z.string().optional()
})
export type CompanyBrief = z.infer<typeof companyBrief>

const companyName = z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')
const phoneNumber = z.string().transform(digitsOf).pipe(z.string().max(15))

export const signUpForm = z
  .object({
    name: companyName,
    /** Of the first admin; legacy clients ask for none, and the admin is called like the company. */
    userName: personName.optional(),
    email: emailAddress,
    phone: phoneNumber.nullish().transform((v) => v ?? ''),
    password,
    confirmPassword: z.string().max(passwordLengths.strong.max).optional(),
    planId: id,
    recurrence: z.enum(recurrences).default('MENSAL'),
    /** Sent by legacy clients; the server sets the trial itself. */
    dueDate: z.unknown().optional(),
    status: z.unknown().optional(),
    campaignsEnabled: z.unknown().optional(),
    language: text(5).optional()
  })
  .refine((form) => form.confirmPassword === undefined || form.confirmPassword === form.password, {
    path: ['confirmPassword'],
    message: 'Passwords must match'
  })
export type SignUpForm = z.output<typeof signUpForm>

export const signUp = endpoint({
  method: 'POST',
  path: '/companies/cadastro',
  access: 'public',
  body: signUpForm,
  response: companyBrief,
  callsPerMinute: 60,
  summary: 'Public sign-up: company, default settings and first admin in one transaction, with a trial of 3 days'
})

export const requestSignUp = endpoint({
  method: 'POST',
  path: '/companies/sign-up',
  access: 'public',
  body: signUpForm,
  response: z.object({}),
  callsPerMinute: 60,
  summary: 'Mails a link that makes the company; answers alike for known and unknown addresses'
})
export const confirmSignUp = endpoint({
  method: 'POST',
  path: '/companies/sign-up/confirmation',
  access: 'public',
  body: z.object({ token: z.string().max(4000) }),
  /** The address to sign in with. */
  response: z.object({ email: z.string() }),
  callsPerMinute: 60,
  summary: 'Makes the company of a link that was mailed; the trial begins now'
})

export const showCompanyPlan = endpoint({
  method: 'GET',
  path: '/companies/listPlan/:companyId',
  access: 'user',
  params: z.object({ companyId: id }),
  response: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    status: z.boolean(),
    dueDate: instant.nullable(),
    createdAt: instant,
    plan: planSchema.nullable()
  }),
  openWhenExpired: true
})

const openingHours = z.object({
  schedules: z.array(scheduleRow).max(100),
  /** Left out: they stay as they are. */
  holidays: z.array(holidayRow).max(500).optional(),
  timeZone: z.string().max(60).refine(isTimeZone, 'ERR_VALIDATION').optional()
})
export type OpeningHoursDraft = z.output<typeof openingHours>

export const saveOpeningHours = endpoint({
  method: 'PUT',
  path: '/companies/:id/schedules',
  access: 'admin',
  params: idParams,
  body: openingHours,
  response: openingHours.required().extend({ id: z.number() }),
  summary: 'Sets the weekly hours (several rows a day where there are several stretches) and the holidays of a company'
})

/** A company as the super user, and its own people, see it. */
export const companySchema = companyBrief.extend({
  plan: planSchema.nullable(),
  campaignsEnabled: z.boolean(),
  schedules: z.array(scheduleRow),
  holidays: z.array(holidayRow)
})
export type Company = z.infer<typeof companySchema>

/** Old clients send flags as text. */
const flag = z.preprocess((given) => (given === 'true' ? true : given === 'false' ? false : given), z.boolean())

const companyPatch = z.object({
  name: companyName.optional(),
  email: emailAddress.optional(),
  phone: phoneNumber.nullish(),
  planId: nullableId.optional(),
  status: flag.optional(),
  campaignsEnabled: flag.optional(),
  dueDate: dueDateInput.optional(),
  /** Forms of legacy clients send an empty text where nothing was chosen. */
  recurrence: z.preprocess(
    (given) => (given === '' || given === null ? undefined : given),
    z.enum(recurrences).optional()
  )
})
export type CompanyPatch = z.output<typeof companyPatch>

/** `password` is the first admin's; without one they set it through the forgotten-password mail. */
export const companyDraft = companyPatch.extend({
  name: companyName,
  email: emailAddress,
  password: password.optional(),
  currentPassword
})
export type CompanyDraft = z.output<typeof companyDraft>

const companyList = z.array(companySchema)

export const listCompanies = endpoint({
  method: 'GET',
  path: '/companies',
  access: 'super',
  response: companyList
})
export const listCompaniesWithPlans = endpoint({
  method: 'GET',
  path: '/companies/list',
  access: 'super',
  response: companyList,
  summary: 'Every company with its plan and settings, by name'
})
export const showCompany = endpoint({
  method: 'GET',
  path: '/companies/:id',
  access: 'user',
  params: idParams,
  response: companySchema,
  openWhenExpired: true
})
export const createCompany = endpoint({
  method: 'POST',
  path: '/companies',
  access: 'super',
  body: companyDraft,
  response: companySchema,
  recentLogin: 'always',
  summary:
    'A company with its settings and its first admin in one transaction; asks for the caller’s currentPassword unless they signed in within five minutes'
})
export const updateCompany = endpoint({
  method: 'PUT',
  path: '/companies/:id',
  access: 'super',
  params: idParams,
  body: companyPatch,
  response: companySchema,
  summary: 'A company that is deactivated is logged out at once; what is left out stays'
})
export const renewCompany = endpoint({
  method: 'POST',
  path: '/companies/:id/renew',
  access: 'super',
  params: idParams,
  response: companySchema,
  summary: 'One more period: the due date moves by the recurrence, and the invoice for it is paid'
})
export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/companies/:id',
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() })
})

/** Not logged: a console that was away asks for its company when it is back. */
export const companyEvent = wireEvent(
  (companyId) => `company-${companyId}-company`,
  z.object({
    action: z.literal('update'),
    company: companySchema.pick({ id: true, name: true, status: true, dueDate: true, recurrence: true, planId: true }),
    plan: planSchema.nullable(),
    campaignsEnabled: z.boolean()
  })
)
