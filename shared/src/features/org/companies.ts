// Companies: sign-up and what a member may know of the own company and plan.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, idParams, instant, isStorable, text } from '../../kernel/ids.ts'
import { digitsOf } from '../../kernel/phone.ts'
import { holidayRow, scheduleRow } from './opening-hours.ts'
import { planSchema } from './plans.ts'
import { settingSchema } from './settings.ts'
import { emailAddress, password } from './users.ts'

const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

/** Days a company may use the product after sign-up. */
export const trialDays = 3

export const companyBrief = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.boolean(),
  dueDate: instant.nullable(),
  recurrence: z.string(),
  planId: z.number().nullable(),
  timeZone: z.string(),
  createdAt: instant,
  updatedAt: instant,
  settings: z.array(settingSchema)
})
export type CompanyBrief = z.infer<typeof companyBrief>

export const signUpForm = z
  .object({
    name: z.string().trim().min(2, 'Too Short!').max(50, 'Too Long!').refine(isStorable, 'ERR_VALIDATION'),
    email: emailAddress,
    phone: z
      .string()
      .transform(digitsOf)
      .pipe(z.string().max(15))
      .nullish()
      .transform((v) => v ?? ''),
    password,
    confirmPassword: z.string().max(50).optional(),
    planId: id,
    recurrence: z.enum(recurrences).default('MENSAL'),
    /** Sent by clients of the family; the server sets the trial itself. */
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
  summary: 'Public sign-up: company, default settings and first admin in one transaction, with a trial of 3 days'
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
  holidays: z.array(holidayRow).max(500).optional()
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
