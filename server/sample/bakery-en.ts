// Aurora Bakery, of Phoenix: the desk of the demonstration in English.
import type { Bakery } from './bakery.ts'
import { dialoguesEn } from './dialogues-en.ts'

export const bakeryEn: Bakery = {
  language: 'en',
  company: { name: 'Aurora Bakery', phone: '16025550100' },
  timeZone: { name: 'America/Phoenix', offset: -7 },
  phone: { number: '16025550100', name: 'Aurora Bakery' },
  phonePast: [],
  people: {
    admin: { name: 'Amy Parker', email: 'amy@bakery.demo', password: 'aurora' },
    seller: { name: 'Ben Carter', email: 'ben@bakery.demo', password: 'aurora', queue: 'Sales' },
    helper: { name: 'Chloe Nolan', email: 'chloe@bakery.demo', password: 'aurora', queue: 'Support' },
    reader: { name: 'Simulated phone', email: 'phone@bakery.demo', password: 'aurora' }
  },
  role: 'Service lead',
  queues: [
    {
      name: 'Sales',
      color: '#2f9e44',
      orderQueue: 1,
      greetingMessage: 'Hi! You have reached the sales team of Aurora Bakery.'
    },
    { name: 'Support', color: '#1971c2', orderQueue: 2, greetingMessage: 'Hi! Tell us what happened.' },
    { name: 'Billing', color: '#f08c00', orderQueue: 3, greetingMessage: '' }
  ],
  connection: {
    name: 'Store',
    greetingMessage: 'Hi! Welcome to Aurora Bakery. How can we help?',
    complationMessage: 'Thank you for reaching out! See you soon.'
  },
  payer: {
    firstName: 'Amy Parker',
    address1: '120 E Roosevelt St',
    city: 'Phoenix',
    state: 'AZ',
    zipcode: '85004',
    country: 'usa'
  },
  invoice: 'Team training',
  tags: [
    { name: 'Special order', color: '#7048e8' },
    { name: 'Delivery', color: '#1c7ed6' },
    { name: 'Quote', color: '#0ca678' },
    { name: 'Complaint', color: '#e03131' },
    { name: 'Regular', color: '#e8590c' }
  ],
  quickMessages: [
    { shortcode: 'hello', message: '{{ms}}, {{firstName}}! How are you? How can I help?' },
    { shortcode: 'delivery', message: 'Delivery is $5 and takes about 40 minutes.' },
    { shortcode: 'hours', message: 'We are open Monday to Saturday from 6 am to 7 pm, and Sunday from 6 am to noon.' },
    { shortcode: 'pay', message: 'You can pay by card at the door or with the link we send you.' },
    { shortcode: 'thanks', message: 'Thank you, {{firstName}}! See you next time 🥐' }
  ],
  columns: ['New orders', 'In the oven', 'Ready for pickup'],
  schedules: [
    {
      customer: 0,
      body: 'Hi, {{firstName}}! Your cake will be ready at 3 pm today. See you soon!',
      inDays: 2,
      hour: '10:00',
      repeat: 'none'
    },
    {
      customer: 4,
      body: 'Good morning, {{firstName}}! The usual for today?',
      inDays: 1,
      hour: '07:30',
      repeat: 'weekly'
    },
    {
      customer: 7,
      body: 'Hi, {{firstName}}! The invoice of this month is ready.',
      inDays: 5,
      hour: '09:00',
      repeat: 'monthly'
    }
  ],
  campaign: {
    name: 'Holiday baskets',
    message1:
      'Hi, {nome}! Our holiday baskets can be ordered now: breakfast, afternoon tea and dinner. Would you like to see them?',
    message2: 'Hello, {nome}! Orders for our holiday baskets are open. Shall I send you pictures and prices?',
    list: 'Party customers'
  },
  noteToAdmin: 'can I give them 10% off this order?',
  talk: {
    title: 'Store team',
    lines: ['The new flour is here, the 4 pm batch will be made with it.', 'We have 12 cakes on order for Saturday.']
  },
  prompt: {
    name: 'Bakery assistant',
    prompt:
      'You answer the customers of a neighborhood bakery. Answer in English, in three sentences at most, and be ' +
      'friendly. We are open Monday to Saturday from 6 am to 7 pm, and Sunday from 6 am to noon. Delivery is $5. Do ' +
      'not make up prices or times: what you do not know is for the team.'
  },
  flow: {
    name: 'Party menu',
    urlN8N: 'https://bot.aurora-bakery.example',
    typebotSlug: 'party-menu',
    typebotKeywordFinish: 'exit',
    typebotKeywordRestart: 'restart',
    typebotRestartMessage: 'Let us start over!',
    typebotUnknownMessage: 'I did not get that. Please choose one of the options.'
  },
  files: {
    name: 'Holiday catalog',
    message: 'Here are the prices of our baskets and how to order.',
    leaflets: [
      ['price-list.txt', 'Breakfast basket: $39.00\nAfternoon tea basket: $52.00\nDinner basket: $98.00\n'],
      ['how-to-order.txt', 'Order at least three days ahead, on WhatsApp or at the store. The deposit is 30%.\n']
    ]
  },
  customers: [
    { number: '16025550111', name: 'Abigail Ross', language: 'en' },
    { number: '16025550112', name: 'Charles Bennett', language: 'en' },
    { number: '16025550113', name: 'Diana Foster', language: 'en' },
    { number: '16025550114', name: 'Ethan Brooks', language: 'en' },
    { number: '16025550115', name: 'Grace Sullivan', language: 'en' },
    { number: '16025550116', name: 'Henry Walsh', language: 'en' },
    { number: '16025550117', name: 'Lily Morgan', language: 'en' },
    { number: '16025550118', name: 'Nathan Reed', language: 'en' },
    { number: '16025550119', name: 'Sophie Turner', language: 'en' },
    { number: '16025550120', name: 'William Hayes', language: 'en' },
    { number: '16025550121', name: 'Guadalupe Ortiz', language: 'es' }
  ],
  strangers: [
    { number: '16025550181', name: 'Jack Murphy', addressing: 'lid' },
    { number: '16025550182', name: 'Zoe Campbell', addressing: 'pn' }
  ],
  dialogues: dialoguesEn,
  pastCampaign: {
    name: 'Pies for Thanksgiving',
    list: 'Bakery customers',
    firstNames: [
      ...['Alice', 'Brian', 'Cecilia', 'Daniel', 'Emma', 'Frank', 'Hannah', 'Isaac', 'Julia', 'Kevin', 'Laura'],
      ...['Mason', 'Nora']
    ],
    lastNames: ['Allen', 'Baker'],
    firstNumber: 16_025_550_140,
    messages: [
      'Hi, {nome}! Our pies are here: pumpkin, pecan and apple. 10% off when you order by Friday 🥧',
      'Hello, {nome}! We are already baking pies. Order yours by Friday and get 10% off 🥧'
    ],
    questions: [
      'Hi, {nome}! This is your bakery. May we send you our holiday news here? Answer YES or NO.',
      'Hello, {nome}! May we send you our holiday offers? Answer YES or NO.'
    ],
    optOutWord: 'Stop'
  }
}
