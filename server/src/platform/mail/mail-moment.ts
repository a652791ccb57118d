// Dates as mails write them.

/** Date, time and the name of the zone, since a mail is read anywhere. */
export function mailMoment(at: Date, locale: string, timeZone: string): string {
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return `${new Intl.DateTimeFormat(locale, { timeZone, ...day, ...time }).format(at)} (${timeZone})`
}
