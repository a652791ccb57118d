// Where people land who come back from the page on which they pay.
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'

export const unpaidPage = consolePage(pages.plans)
export const paidPage = `${unpaidPage}?payment=done`
