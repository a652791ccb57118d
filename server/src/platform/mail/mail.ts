// The mail port.

export interface MailMessage {
  to: string
  subject: string
  text: string
}

export interface Mail {
  /** Resolves when the mail server has taken it. */
  send(message: MailMessage): Promise<void>
  /** Ends idle connections to the mail server. */
  close(): Promise<void>
}
