// Customers that the demonstration's company has spoken with before.
export interface PastCustomer {
  /** Digits, as WhatsApp knows them. */
  number: string
  name: string
  language: 'pt' | 'en' | 'es'
}

export const pastCustomers: readonly PastCustomer[] = [
  { number: '5511981110011', name: 'Adriana Peixoto', language: 'pt' },
  { number: '5511981110012', name: 'Caio Menezes', language: 'pt' },
  { number: '5511981110013', name: 'Débora Nogueira', language: 'pt' },
  { number: '5521981110014', name: 'Eduardo Brandão', language: 'pt' },
  { number: '5519981110015', name: 'Fernanda Lacerda', language: 'pt' },
  { number: '5511981110016', name: 'Gustavo Teles', language: 'pt' },
  { number: '5511981110017', name: 'Helena Falcão', language: 'pt' },
  { number: '5541981110018', name: 'Igor Sampaio', language: 'pt' },
  { number: '5511981110019', name: 'Juliana Prates', language: 'pt' },
  { number: '5571981110020', name: 'Marcos Antunes', language: 'pt' },
  { number: '5511981110021', name: 'Natália Rios', language: 'pt' },
  { number: '5511981110022', name: 'Paulo Quintela', language: 'pt' },
  { number: '14155550188', name: 'Olivia Brown', language: 'en' },
  { number: '5491155550199', name: 'Camila Rojas', language: 'es' }
]
