// The error catalogue: every code the server may answer with, its HTTP status, and the error that carries it.

/** Codes with their HTTP status. Codes named in the specification keep their spelling. */
export const errorStatus = {
  // Named by the specification.
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_WAPP_NOT_INITIALIZED: 400,
  ERR_WAPP_CHECK_CONTACT: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 400,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_SENDING_WAPP_MSG: 400,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_OTHER_OPEN_TICKET: 400,
  ERR_SESSION_EXPIRED: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_DUPLICATED_CONTACT: 400,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_CREATING_MESSAGE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_FETCH_WAPP_MSG: 400,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 400,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_COMPANY_NAME_ALREADY_EXISTS: 400,
  // Our own, in the same form.
  ERR_COMPANY_INVALID_NAME: 400,
  ERR_VALIDATION: 400,
  ERR_MALFORMED_BODY: 400,
  ERR_NOT_FOUND: 404,
  ERR_INTERNAL: 500,
  ERR_DATABASE_UNAVAILABLE: 503,
  ERR_STORAGE_FULL: 507,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_BODY_TOO_LARGE: 413,
  ERR_UNSUPPORTED_MEDIA_TYPE: 415,
  ERR_SESSION_ENDED: 401,
  ERR_SESSION_TAKEN_OVER: 401,
  ERR_COMPANY_INACTIVE: 401,
  ERR_COMPANY_EXPIRED: 402,
  ERR_PLAN_FEATURE_OFF: 403,
  ERR_PLAN_LIMIT_USERS: 400,
  ERR_PLAN_LIMIT_CONNECTIONS: 400,
  ERR_PLAN_LIMIT_QUEUES: 400,
  ERR_PLAN_TOO_SMALL: 400,
  ERR_EMAIL_ALREADY_EXISTS: 400,
  ERR_PASSWORD_TOO_WEAK: 400,
  // Neither 401 nor 403, which older clients take for the end of the login.
  ERR_CURRENT_PASSWORD_REQUIRED: 400,
  ERR_CURRENT_PASSWORD_WRONG: 400,
  ERR_RESET_CODE_INVALID: 404,
  ERR_NO_PLAN_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_QUEUE_OPTION_FOUND: 404,
  ERR_NO_PROMPT_FOUND: 404,
  ERR_NO_INTEGRATION_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_KANBAN_COLUMN_FOUND: 404,
  ERR_KANBAN_COLUMN_NOT_EMPTY: 409,
  ERR_NO_NOTE_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_QUICK_MESSAGE_FOUND: 404,
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
  ERR_NO_HELP_FOUND: 404,
  ERR_NO_INVOICE_FOUND: 404,
  ERR_INVOICE_ALREADY_PAID: 409,
  ERR_NOTHING_TO_PAY: 400,
  ERR_PAYMENT_UNAVAILABLE: 409,
  ERR_PAYMENT_PROVIDER: 502,
  ERR_VIDEO_INVALID: 400,
  ERR_NO_CHAT_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_NO_CAMPAIGN_FOUND: 404,
  ERR_CAMPAIGN_NOT_EDITABLE: 409,
  ERR_CAMPAIGN_STATUS: 409,
  ERR_CAMPAIGN_RUNNING: 409,
  ERR_NO_OPT_OUT_FOUND: 404,
  ERR_CAMPAIGN_INCOMPLETE: 400,
  ERR_NO_CONTACT_LIST_FOUND: 404,
  ERR_NO_CONTACT_LIST_ITEM_FOUND: 404,
  ERR_NO_FILE_LIST_FOUND: 404,
  ERR_NO_INBOUND_FAILURE_FOUND: 404,
  ERR_PLAN_NAME_ALREADY_EXISTS: 400,
  ERR_PLAN_IN_USE: 400,
  ERR_OWN_COMPANY: 400,
  ERR_QUEUE_NAME_ALREADY_EXISTS: 400,
  ERR_TAG_NAME_ALREADY_EXISTS: 400,
  ERR_CONNECTION_NAME_ALREADY_EXISTS: 400,
  ERR_CONNECTION_TOKEN_ALREADY_EXISTS: 400,
  ERR_CONNECTION_BUSY: 409,
  ERR_WAPP_NOT_PAIRING: 409,
  ERR_WAPP_NO_HISTORY: 409,
  ERR_CANNOT_DELETE_SELF: 400,
  ERR_LAST_ADMIN: 400,
  ERR_QUEUE_REQUIRED: 400,
  ERR_CONTACTS_NOT_MERGEABLE: 400,
  ERR_MERGE_NOT_UNDOABLE: 409,
  ERR_TICKET_NOT_OPEN: 400,
  ERR_TICKET_NOT_YOURS: 400,
  ERR_TICKET_ALREADY_ACCEPTED: 409,
  ERR_TICKET_CONTACT_UNREACHABLE: 400,
  ERR_TICKET_PINS_FULL: 400,
  ERR_EMPTY_MESSAGE: 400,
  ERR_IDEMPOTENCY_KEY_REUSED: 422,
  ERR_MEDIA_TOO_LARGE: 413,
  ERR_MEDIA_TYPE_MISMATCH: 400,
  ERR_MEDIA_TYPE_REFUSED: 400,
  ERR_MEDIA_BROKEN: 400,
  ERR_MEDIA_LINK_INVALID: 403,
  ERR_MEDIA_GONE: 410,
  ERR_UPLOAD_INTERRUPTED: 400,
  ERR_MESSAGE_NOT_EDITABLE: 400,
  ERR_MESSAGE_NOT_FORWARDABLE: 400,
  ERR_MESSAGE_NOT_DELETABLE: 400,
  ERR_MESSAGE_NOT_RETRIABLE: 400,
  ERR_MESSAGE_ALREADY_SENT: 409,
  ERR_SCHEDULE_IN_PAST: 400,
  ERR_SCHEDULE_ALREADY_SENT: 409,
  ERR_SCHEDULE_NOT_WAITING: 409,
  ERR_SYNC_TOO_OLD: 410,
  ERR_CONNECTION_TOKEN_INVALID: 401,
  ERR_NO_WEBHOOK_FOUND: 404,
  ERR_NO_DELIVERY_FOUND: 404,
  ERR_WEBHOOK_LIMIT: 400,
  ERR_WEBHOOK_EVENTS_REQUIRED: 400,
  ERR_ADDRESS_INVALID: 400,
  ERR_ADDRESS_INTERNAL: 400,
  ERR_TEST_SESSION_FAILED: 400
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

export interface ErrorDetails {
  /** A sentence for people who read raw answers; the console translates the code instead. */
  message?: string
  /** Field name -> code or sentence, for bad input. */
  fields?: Record<string, string>
  /** Replaces the code in the `error` field, where the family of clients expects other text there. */
  errorText?: string
  /** Further values for the translated sentence, such as a limit. */
  values?: Record<string, string | number>
  cause?: unknown
}

/** The one error that services throw; the HTTP layer maps it to a status and `{error, message?, fields?, values?}`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? code, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** The body of every refused call. */
export interface ErrorBody {
  error: string
  message?: string
  fields?: Record<string, string>
  values?: Record<string, string | number>
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorStatus, text)
