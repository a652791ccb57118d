// The words of what was told to other programs and of messages, on the readable page: names of fields, and what stands for values.
import type { Language } from '@guiche/shared/kernel/languages.ts'

interface ContentTexts {
  fields: Record<string, string>
  values: Record<string, string>
}

/** Fields of messages, tickets and contacts as programs are told of them. */
export const contentTexts: Record<Language, ContentTexts> = {
  pt: {
    fields: {
      ...{ ticketId: 'Atendimento', contactId: 'Contato', whatsappId: 'Conexão', queueId: 'Fila' },
      ...{ body: 'Texto', fromMe: 'Enviada pela empresa', read: 'Lida', mediaType: 'Tipo de conteúdo' },
      ...{ mediaUrl: 'Link do arquivo', mediaPath: 'Caminho do arquivo', mediaName: 'Nome do arquivo' },
      ...{ mediaMime: 'Formato do arquivo', mediaSize: 'Tamanho (bytes)', duration: 'Duração (segundos)' },
      ...{ width: 'Largura (pixels)', height: 'Altura (pixels)', waveform: 'Forma de onda' },
      ...{ isVoice: 'Mensagem de voz', thumbnailUrl: 'Link da miniatura', mediaState: 'Situação do arquivo' },
      ...{ mediaVirus: 'Vírus encontrado', ack: 'Nível de confirmação', delivery: 'Entrega' },
      ...{ isDeleted: 'Apagada', isEdited: 'Editada', isForwarded: 'Encaminhada', emoji: 'Reação' },
      ...{ participant: 'Participante do grupo', senderName: 'Nome de quem escreveu', user: 'Atendente' },
      ...{ clientId: 'Código de envio', receivedOffline: 'Chegou com a conexão fora do ar' },
      ...{ seq: 'Número na ordem', refusedChange: 'Alteração recusada', change: 'Alteração' },
      ...{ code: 'Código do erro', userId: 'Atendente', quotedMsgId: 'Mensagem citada' },
      ...{ quotedMsg: 'Mensagem citada', uuid: 'Código único', unreadMessages: 'Mensagens não lidas' },
      ...{ waitingSince: 'Aguarda resposta desde', question: 'Pergunta sem resposta', chatbot: 'Robô ativo' },
      ...{ queueOptionId: 'Opção do robô', useIntegration: 'Usa integração', integrationId: 'Integração' },
      ...{ promptId: 'Prompt de IA', amountUsedBotQueues: 'Tentativas no robô' },
      ...{ kanbanColumnId: 'Coluna do kanban', orderIndex: 'Posição no kanban', color: 'Cor' },
      ...{ whatsapp: 'Conexão', connectionName: 'Nome da conexão', fromId: 'De quem', from: 'De' },
      ...{ comment: 'Comentário', noteCount: 'Número de observações', mergedInto: 'Unido ao contato' },
      ...{ unreadable: 'Não foi possível ler o conteúdo' }
    },
    values: {
      ...{ chat: 'texto', image: 'imagem', audio: 'áudio', video: 'vídeo', application: 'documento' },
      ...{ sticker: 'figurinha', locationMessage: 'localização', vcard: 'cartão de contato' },
      ...{ call_log: 'chamada', unknown: 'desconhecido', ciphertext: 'mensagem que não pôde ser lida' },
      ...{ fetching: 'sendo baixado', ready: 'disponível', remote: 'ainda no WhatsApp' },
      ...{ expired: 'não está mais disponível', infected: 'com vírus', unchecked: 'não verificado' },
      ...{ received: 'recebida', cancelled: 'cancelada', 'not-on-whatsapp': 'não está no WhatsApp' },
      ...{ refused: 'recusada', 'reach-out-locked': 'o WhatsApp limitou as primeiras mensagens' },
      ...{ 'media-broken': 'arquivo com defeito', 'media-too-large': 'arquivo grande demais' },
      ...{ 'no-session': 'sem chave do aparelho', delete: 'apagar', edit: 'editar' },
      ...{ transfer: 'transferência', userRemoved: 'atendente excluído', queueRemoved: 'fila excluída' },
      ...{ notTaken: 'ninguém aceitou', onLeave: 'atendente ausente', standIn: 'substituição' }
    }
  },
  en: {
    fields: {
      ...{ ticketId: 'Ticket', contactId: 'Contact', whatsappId: 'Connection', queueId: 'Queue' },
      ...{ body: 'Text', fromMe: 'Sent by the company', read: 'Read', mediaType: 'Kind of content' },
      ...{ mediaUrl: 'Link to the file', mediaPath: 'Path of the file', mediaName: 'Name of the file' },
      ...{ mediaMime: 'Format of the file', mediaSize: 'Size (bytes)', duration: 'Length (seconds)' },
      ...{ width: 'Width (pixels)', height: 'Height (pixels)', waveform: 'Waveform' },
      ...{ isVoice: 'Voice note', thumbnailUrl: 'Link to the thumbnail', mediaState: 'State of the file' },
      ...{ mediaVirus: 'Virus that was found', ack: 'Level of confirmation', delivery: 'Delivery' },
      ...{ isDeleted: 'Deleted', isEdited: 'Edited', isForwarded: 'Forwarded', emoji: 'Reaction' },
      ...{ participant: 'Participant of the group', senderName: 'Name of the writer', user: 'Attendant' },
      ...{ clientId: 'Sending code', receivedOffline: 'Came while the connection was away' },
      ...{ seq: 'Number in the order', refusedChange: 'Refused change', change: 'Change', code: 'Error code' },
      ...{ userId: 'Attendant', quotedMsgId: 'Quoted message', quotedMsg: 'Quoted message' },
      ...{ uuid: 'Unique code', unreadMessages: 'Unread messages' },
      ...{ waitingSince: 'Waiting for an answer since', question: 'Question without an answer' },
      ...{ chatbot: 'Bot is active', queueOptionId: 'Option of the bot' },
      ...{ useIntegration: 'Uses an integration', integrationId: 'Integration', promptId: 'AI prompt' },
      ...{ amountUsedBotQueues: 'Tries with the bot', kanbanColumnId: 'Column of the board' },
      ...{ orderIndex: 'Place on the board', color: 'Colour', whatsapp: 'Connection' },
      ...{ connectionName: 'Name of the connection', fromId: 'From whom', from: 'From', comment: 'Comment' },
      ...{ noteCount: 'Number of notes', mergedInto: 'Merged into contact' },
      ...{ unreadable: 'The content could not be read' }
    },
    values: {
      ...{ chat: 'text', application: 'document', locationMessage: 'location', vcard: 'contact card' },
      ...{ call_log: 'call', ciphertext: 'message that could not be read', fetching: 'being fetched' },
      ...{ ready: 'available', remote: 'still at WhatsApp', expired: 'no longer available' },
      ...{ infected: 'has a virus', unchecked: 'not checked', 'not-on-whatsapp': 'is not on WhatsApp' },
      ...{ 'reach-out-locked': 'WhatsApp limited first messages', 'media-broken': 'broken file' },
      ...{ 'media-too-large': 'file too large', 'no-session': 'no key of the device' },
      ...{ userRemoved: 'attendant deleted', queueRemoved: 'queue deleted', notTaken: 'nobody took it' },
      ...{ onLeave: 'attendant on leave', standIn: 'stand-in' }
    }
  },
  es: {
    fields: {
      ...{ ticketId: 'Atención', contactId: 'Contacto', whatsappId: 'Conexión', queueId: 'Cola' },
      ...{ body: 'Texto', fromMe: 'Enviado por la empresa', read: 'Leído', mediaType: 'Tipo de contenido' },
      ...{ mediaUrl: 'Enlace del archivo', mediaPath: 'Ruta del archivo', mediaName: 'Nombre del archivo' },
      ...{ mediaMime: 'Formato del archivo', mediaSize: 'Tamaño (bytes)', duration: 'Duración (segundos)' },
      ...{ width: 'Ancho (píxeles)', height: 'Alto (píxeles)', waveform: 'Forma de onda' },
      ...{ isVoice: 'Mensaje de voz', thumbnailUrl: 'Enlace de la miniatura' },
      ...{ mediaState: 'Estado del archivo', mediaVirus: 'Virus encontrado', ack: 'Nivel de confirmación' },
      ...{ delivery: 'Entrega', isDeleted: 'Eliminado', isEdited: 'Editado', isForwarded: 'Reenviado' },
      ...{ emoji: 'Reacción', participant: 'Participante del grupo', senderName: 'Nombre de quien escribió' },
      ...{ user: 'Agente', clientId: 'Código de envío', receivedOffline: 'Llegó con la conexión caída' },
      ...{ seq: 'Número en el orden', refusedChange: 'Cambio rechazado', change: 'Cambio' },
      ...{ code: 'Código del error', userId: 'Agente', quotedMsgId: 'Mensaje citado' },
      ...{ quotedMsg: 'Mensaje citado', uuid: 'Código único', unreadMessages: 'Mensajes sin leer' },
      ...{ waitingSince: 'Espera respuesta desde', question: 'Pregunta sin respuesta', chatbot: 'Bot activo' },
      ...{ queueOptionId: 'Opción del bot', useIntegration: 'Usa integración', integrationId: 'Integración' },
      ...{ promptId: 'Prompt de IA', amountUsedBotQueues: 'Intentos con el bot' },
      ...{ kanbanColumnId: 'Columna del kanban', orderIndex: 'Posición en el kanban', color: 'Color' },
      ...{ whatsapp: 'Conexión', connectionName: 'Nombre de la conexión', fromId: 'De quién', from: 'De' },
      ...{ comment: 'Comentario', noteCount: 'Número de notas', mergedInto: 'Unido al contacto' },
      ...{ unreadable: 'No se pudo leer el contenido' }
    },
    values: {
      ...{ chat: 'texto', image: 'imagen', video: 'vídeo', application: 'documento' },
      ...{ sticker: 'pegatina', locationMessage: 'ubicación', vcard: 'tarjeta de contacto' },
      ...{ call_log: 'llamada', unknown: 'desconocido', ciphertext: 'mensaje que no se pudo leer' },
      ...{ fetching: 'se está descargando', ready: 'disponible', remote: 'aún en WhatsApp' },
      ...{ expired: 'ya no está disponible', infected: 'con virus', unchecked: 'sin revisar' },
      ...{ received: 'recibido', cancelled: 'cancelado', 'not-on-whatsapp': 'no está en WhatsApp' },
      ...{ refused: 'rechazado', 'reach-out-locked': 'WhatsApp limitó los primeros mensajes' },
      ...{ 'media-broken': 'archivo dañado', 'media-too-large': 'archivo demasiado grande' },
      ...{ 'no-session': 'sin clave del dispositivo', delete: 'eliminar', edit: 'editar' },
      ...{ transfer: 'transferencia', userRemoved: 'agente eliminado', queueRemoved: 'cola eliminada' },
      ...{ notTaken: 'nadie la aceptó', onLeave: 'agente ausente', standIn: 'sustitución' }
    }
  }
}
