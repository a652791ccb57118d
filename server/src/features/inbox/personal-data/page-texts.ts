// The words of the readable page, in the language in which a company speaks to its customers.
import type { PersonKind } from '@guiche/shared/features/inbox/personal-data.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { contentTexts } from './content-texts.ts'

export interface PageTexts {
  title: string
  /** `{company}` and `{moment}`. */
  about: string
  machine: string
  nothing: string
  missing: string
  missingNote: string
  company: string
  person: string
  deleted: string
  edited: string
  forwarded: string
  yes: string
  no: string
  file: string
  kinds: Record<PersonKind, string>
  /** Names of fields; one that has none is shown as it is called in the data. */
  fields: Record<string, string>
  /** What stands for values of the database. */
  values: Record<string, string>
}

const pt: PageTexts = {
  title: 'Tudo o que guardamos sobre você',
  about: 'Cópia dos dados pessoais guardados por {company}, feita em {moment}.',
  machine: 'O arquivo data.json traz os mesmos dados em formato que programas leem; os arquivos estão na pasta media.',
  nothing: 'Nada guardado.',
  missing: 'Arquivos que não estão mais guardados',
  missingNote: 'arquivo não está mais guardado',
  company: 'Empresa',
  person: 'Você',
  deleted: 'apagada na conversa; o conteúdo ainda estava guardado',
  edited: 'editada',
  forwarded: 'encaminhada',
  yes: 'sim',
  no: 'não',
  file: 'Arquivo',
  kinds: {
    contact: 'Cadastro',
    tickets: 'Atendimentos',
    messages: 'Mensagens',
    groupMessages: 'Mensagens em grupos',
    notes: 'Observações da equipe',
    drafts: 'Rascunhos da equipe',
    schedules: 'Mensagens agendadas',
    listItems: 'Listas de contatos',
    campaigns: 'Campanhas',
    optOuts: 'Pedidos de não receber campanhas',
    consents: 'Consentimentos para campanhas',
    merges: 'Cadastros unidos',
    importRows: 'Linhas de planilhas que não entraram',
    deliveries: 'Avisos a outros sistemas (webhooks)',
    exports: 'Cópias como esta'
  },
  fields: {
    ...contentTexts.pt.fields,
    ...{ id: 'Código', name: 'Nome', number: 'Número', email: 'E-mail', addresses: 'Endereços no WhatsApp' },
    ...{ extraInfo: 'Informações adicionais', value: 'Valor', tags: 'Tags', createdAt: 'Criado em', by: 'Por' },
    ...{ updatedAt: 'Alterado em', status: 'Situação', attendant: 'Atendente', queue: 'Fila', at: 'Quando' },
    ...{ connection: 'Conexão', lastMessage: 'Última mensagem', handover: 'Transferência', cycles: 'Ciclos' },
    ...{ activities: 'O que aconteceu', kind: 'Tipo', rating: 'Avaliação', ratingAt: 'Avaliado em' },
    ...{ queuedAt: 'Na fila desde', startedAt: 'Começou', finishedAt: 'Terminou', ticket: 'Atendimento' },
    ...{ text: 'Texto', sendAt: 'Enviar em', sentAt: 'Enviado em', repeat: 'Repetição', list: 'Lista' },
    ...{ campaign: 'Campanha', reason: 'Motivo', deliveredAt: 'Entregue em', readAt: 'Lido em' },
    ...{ answeredAt: 'Respondeu em', confirmedAt: 'Confirmou em', word: 'Motivo', revokedAt: 'Desfeito em' },
    ...{ revokedBy: 'Desfeito por', expiresAt: 'Disponível até', reactions: 'Reações', failure: 'Falha' },
    ...{
      event: 'Evento',
      receiver: 'Para',
      content: 'Conteúdo',
      answer: 'Resposta',
      row: 'Linha',
      problem: 'Problema'
    },
    ...{ contact: 'Contato', message: 'Mensagem', isGroup: 'Grupo', companyId: 'Empresa', profilePicUrl: 'Foto' },
    ...{ sheet: 'Planilha', state: 'Situação', lastAt: 'Última tentativa' }
  },
  values: {
    ...contentTexts.pt.values,
    ...{
      'message.created': 'mensagem nova',
      'message.updated': 'mensagem alterada',
      'ticket.updated': 'atendimento alterado',
      'ticket.deleted': 'atendimento excluído',
      'contact.created': 'contato criado',
      'contact.updated': 'contato alterado',
      'contact.deleted': 'contato excluído'
    },
    ...{ pending: 'aguardando', open: 'em atendimento', closed: 'encerrado', waiting: 'aguarda' },
    ...{ asked: 'perguntado', sent: 'enviado', skipped: 'pulado', failed: 'falhou', none: 'não' },
    ...{ accepted: 'aceito', returned: 'devolvido', transferred: 'transferido', resolved: 'encerrado' },
    ...{ reopened: 'reaberto', tagged: 'tag posta', untagged: 'tag tirada', rated: 'avaliado' },
    ...{ daily: 'todo dia', weekly: 'toda semana', monthly: 'todo mês', delivered: 'entregue' },
    ...{ 'name-short': 'nome curto demais', 'name-long': 'nome longo demais', 'number-missing': 'sem número' },
    ...{ 'number-invalid': 'número inválido', 'number-rounded': 'número arredondado pela planilha' },
    ...{ 'email-invalid': 'e-mail inválido', 'text-unreadable': 'texto ilegível' }
  }
}

const en: PageTexts = {
  title: 'Everything we store about you',
  about: 'A copy of the personal data that {company} stores, made on {moment}.',
  machine: 'The file data.json holds the same data in a form that programs read; the files are in the folder media.',
  nothing: 'Nothing is stored.',
  missing: 'Files that are no longer stored',
  missingNote: 'the file is no longer stored',
  company: 'Company',
  person: 'You',
  deleted: 'deleted in the conversation; its content was still stored',
  edited: 'edited',
  forwarded: 'forwarded',
  yes: 'yes',
  no: 'no',
  file: 'File',
  kinds: {
    contact: 'Contact details',
    tickets: 'Tickets',
    messages: 'Messages',
    groupMessages: 'Messages in groups',
    notes: 'Notes of the team',
    drafts: 'Drafts of the team',
    schedules: 'Scheduled messages',
    listItems: 'Contact lists',
    campaigns: 'Campaigns',
    optOuts: 'Requests to get no campaigns',
    consents: 'Consents to campaigns',
    merges: 'Merged contacts',
    importRows: 'Rows of sheets that were not taken in',
    deliveries: 'Messages to other systems (webhooks)',
    exports: 'Copies like this one'
  },
  fields: {
    ...contentTexts.en.fields,
    ...{ id: 'Reference', name: 'Name', number: 'Phone number', email: 'E-mail', addresses: 'Addresses on WhatsApp' },
    ...{ extraInfo: 'Further details', value: 'Value', tags: 'Tags', createdAt: 'Created', by: 'By' },
    ...{ updatedAt: 'Changed', status: 'State', attendant: 'Attendant', queue: 'Queue', at: 'When' },
    ...{ connection: 'Connection', lastMessage: 'Last message', handover: 'Handover', cycles: 'Cycles' },
    ...{ activities: 'What happened', kind: 'Kind', rating: 'Rating', ratingAt: 'Rated' },
    ...{ queuedAt: 'In the queue since', startedAt: 'Began', finishedAt: 'Ended', ticket: 'Ticket' },
    ...{ text: 'Text', sendAt: 'To be sent', sentAt: 'Sent', repeat: 'Repeats', list: 'List' },
    ...{ campaign: 'Campaign', reason: 'Reason', deliveredAt: 'Delivered', readAt: 'Read' },
    ...{ answeredAt: 'Answered', confirmedAt: 'Confirmed', word: 'Reason', revokedAt: 'Taken back' },
    ...{ revokedBy: 'Taken back by', expiresAt: 'Available until', reactions: 'Reactions', failure: 'Failure' },
    ...{ event: 'Event', receiver: 'To', content: 'Content', answer: 'Answer', row: 'Row', problem: 'Problem' },
    ...{ contact: 'Contact', message: 'Message', isGroup: 'Group', companyId: 'Company', profilePicUrl: 'Picture' },
    ...{ sheet: 'Sheet', state: 'State', lastAt: 'Last try' }
  },
  values: {
    ...contentTexts.en.values,
    ...{
      'message.created': 'new message',
      'message.updated': 'message changed',
      'ticket.updated': 'ticket changed',
      'ticket.deleted': 'ticket deleted',
      'contact.created': 'contact added',
      'contact.updated': 'contact changed',
      'contact.deleted': 'contact deleted'
    },
    ...{ none: 'no', asked: 'was asked', 'name-short': 'name too short', 'name-long': 'name too long' },
    ...{ 'number-missing': 'no number', 'number-invalid': 'no phone number', 'text-unreadable': 'unreadable text' },
    ...{ 'number-rounded': 'number rounded by the sheet', 'email-invalid': 'no e-mail address' }
  }
}

const es: PageTexts = {
  title: 'Todo lo que guardamos sobre ti',
  about: 'Copia de los datos personales que guarda {company}, hecha el {moment}.',
  machine:
    'El archivo data.json tiene los mismos datos en un formato que leen los programas; los archivos están en la carpeta media.',
  nothing: 'No hay nada guardado.',
  missing: 'Archivos que ya no están guardados',
  missingNote: 'el archivo ya no está guardado',
  company: 'Empresa',
  person: 'Tú',
  deleted: 'eliminado en la conversación; el contenido seguía guardado',
  edited: 'editado',
  forwarded: 'reenviado',
  yes: 'sí',
  no: 'no',
  file: 'Archivo',
  kinds: {
    contact: 'Datos del contacto',
    tickets: 'Atenciones',
    messages: 'Mensajes',
    groupMessages: 'Mensajes en grupos',
    notes: 'Notas del equipo',
    drafts: 'Borradores del equipo',
    schedules: 'Mensajes programados',
    listItems: 'Listas de contactos',
    campaigns: 'Campañas',
    optOuts: 'Pedidos de no recibir campañas',
    consents: 'Consentimientos para campañas',
    merges: 'Contactos unidos',
    importRows: 'Filas de hojas que no entraron',
    deliveries: 'Avisos a otros sistemas (webhooks)',
    exports: 'Copias como esta'
  },
  fields: {
    ...contentTexts.es.fields,
    ...{ id: 'Código', name: 'Nombre', number: 'Número', email: 'Correo', addresses: 'Direcciones en WhatsApp' },
    ...{ extraInfo: 'Información adicional', value: 'Valor', tags: 'Etiquetas', createdAt: 'Creado el', by: 'Por' },
    ...{ updatedAt: 'Modificado el', status: 'Estado', attendant: 'Agente', queue: 'Cola', at: 'Cuándo' },
    ...{ connection: 'Conexión', lastMessage: 'Último mensaje', handover: 'Transferencia', cycles: 'Ciclos' },
    ...{ activities: 'Lo que pasó', kind: 'Tipo', rating: 'Calificación', ratingAt: 'Calificado el' },
    ...{ queuedAt: 'En la cola desde', startedAt: 'Empezó', finishedAt: 'Terminó', ticket: 'Atención' },
    ...{ text: 'Texto', sendAt: 'Se envía el', sentAt: 'Enviado el', repeat: 'Repetición', list: 'Lista' },
    ...{ campaign: 'Campaña', reason: 'Motivo', deliveredAt: 'Entregado el', readAt: 'Leído el' },
    ...{ answeredAt: 'Respondió el', confirmedAt: 'Confirmó el', word: 'Motivo', revokedAt: 'Anulado el' },
    ...{ revokedBy: 'Anulado por', expiresAt: 'Disponible hasta', reactions: 'Reacciones', failure: 'Error' },
    ...{
      event: 'Evento',
      receiver: 'Para',
      content: 'Contenido',
      answer: 'Respuesta',
      row: 'Fila',
      problem: 'Problema'
    },
    ...{ contact: 'Contacto', message: 'Mensaje', isGroup: 'Grupo', companyId: 'Empresa', profilePicUrl: 'Foto' },
    ...{ sheet: 'Hoja', state: 'Estado', lastAt: 'Último intento' }
  },
  values: {
    ...contentTexts.es.values,
    ...{
      'message.created': 'mensaje nuevo',
      'message.updated': 'mensaje modificado',
      'ticket.updated': 'atención modificada',
      'ticket.deleted': 'atención eliminada',
      'contact.created': 'contacto creado',
      'contact.updated': 'contacto modificado',
      'contact.deleted': 'contacto eliminado'
    },
    ...{ pending: 'en espera', open: 'en atención', closed: 'cerrada', waiting: 'espera' },
    ...{ asked: 'preguntado', sent: 'enviado', skipped: 'omitido', failed: 'falló', none: 'no' },
    ...{ accepted: 'aceptada', returned: 'devuelta', transferred: 'transferida', resolved: 'cerrada' },
    ...{ reopened: 'reabierta', tagged: 'con etiqueta', untagged: 'sin etiqueta', rated: 'calificada' },
    ...{ daily: 'cada día', weekly: 'cada semana', monthly: 'cada mes', delivered: 'entregado' },
    ...{
      'name-short': 'nombre demasiado corto',
      'name-long': 'nombre demasiado largo',
      'number-missing': 'sin número'
    },
    ...{ 'number-invalid': 'número no válido', 'number-rounded': 'número redondeado por la hoja' },
    ...{ 'email-invalid': 'correo no válido', 'text-unreadable': 'texto ilegible' }
  }
}

export const pageTexts: Record<Language, PageTexts> = { pt, en, es }
