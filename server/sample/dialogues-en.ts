// What was said at the desk of the bakery of Phoenix; one of its customers writes in Spanish.
import type { Dialogue } from './bakery.ts'

export const dialoguesEn: readonly Dialogue[] = [
  {
    language: 'en',
    queue: 'Sales',
    tag: 'Special order',
    lines: [
      'Good morning! Do you make birthday cakes for 30 people?',
      '>Good morning! We do 🎂 For 30 people we suggest the half sheet. What day is it for?',
      'Next Saturday at 3 pm. Could it be carrot cake?',
      '>Sure! Carrot with cream cheese frosting is $86. Would you like something written on it?',
      '"Happy birthday, Grandma Rose" 😊',
      '>Got it, your order is set for Saturday at 3 pm. Pickup or delivery?',
      'I will pick it up. Thank you so much!',
      '>Thank you! See you Saturday.'
    ]
  },
  {
    language: 'en',
    queue: 'Sales',
    tag: 'Delivery',
    lines: [
      'Hi, do you deliver to Roosevelt Row?',
      '>Hi! Yes, we do. Delivery is $5 and takes about 40 minutes.',
      'Could I get a dozen bagels and two tubs of cream cheese?',
      '>That comes to $31 with delivery. What is the address, please?',
      '412 E Portland St, apt 7',
      '>Perfect, it just left the store! 🛵',
      'It is here, thanks!'
    ]
  },
  {
    language: 'en',
    queue: 'Sales',
    tag: 'Quote',
    lines: [
      'Good afternoon, I need a quote for a breakfast meeting of 40 people',
      '>Good afternoon! Our boxes start at $9 per person. Would you like coffee as well?',
      'Yes please, on the 12th. Coffee, juice, small sandwiches and fruit',
      '>That would be $13 per person, $520 in total, with delivery and setup.',
      'I will run it by my manager and get back to you',
      '>Sounds good! The quote is valid for 10 days.'
    ]
  },
  {
    language: 'en',
    queue: 'Sales',
    tag: null,
    lines: [
      'Do you have gluten-free bread today?',
      '>Hi! Today we have almond and rice flour, both out of the oven at 9 🥖',
      'Could you set aside two of the almond ones? I will stop by at 6',
      '>They are under your name. See you later!'
    ]
  },
  {
    language: 'en',
    queue: 'Sales',
    tag: 'Regular',
    lines: [
      'Hi! The usual for tomorrow morning 😄',
      '>Hi! Six croissants and a country loaf, at 8?',
      'Exactly!',
      '>They will be ready. Have a good night!'
    ]
  },
  {
    language: 'en',
    queue: 'Sales',
    tag: null,
    lines: ['Are you open on Thanksgiving?', '>Hi! We are, from 6 am to noon.', 'Thank you!']
  },
  {
    language: 'en',
    queue: 'Support',
    tag: 'Complaint',
    lines: [
      'Good evening. My order came without the brownies',
      '>Good evening! I am sorry about that. Could you tell me the order number?',
      'It is 4821',
      '>I see it: the brownies stayed at the store. Shall we bring them now, or would you rather have a refund?',
      'Please bring them',
      '>On their way, with a slice of pie on us. Sorry again!',
      'Everything arrived, thank you for taking care of it 👍'
    ]
  },
  {
    language: 'en',
    queue: 'Support',
    tag: 'Delivery',
    lines: [
      'My order is late, it was supposed to be here at noon',
      '>Hi! Let me check with the driver right away.',
      '>There is heavy traffic on Central Avenue, he will be there in about 10 minutes.',
      'Okay, I will wait',
      'It is here!',
      '>Great! Sorry for the delay.'
    ]
  },
  {
    language: 'en',
    queue: 'Support',
    tag: null,
    lines: [
      'Does the carrot cake have nuts? My daughter is allergic',
      '>The regular one does. We can make it without, on a separate bench.',
      'Then I would like one like that for Sunday',
      '>Noted: no nuts, prepared separately.',
      'I appreciate it!'
    ]
  },
  {
    language: 'en',
    queue: 'Billing',
    tag: null,
    lines: [
      'Hello, I need a receipt for yesterday, $48.60',
      '>Hello! What email address should it go to?',
      'office@desert-yoga.example',
      '>It is on its way. Let us know if you need anything else.',
      'Got it, thanks'
    ]
  },
  {
    language: 'en',
    queue: 'Billing',
    tag: 'Regular',
    lines: [
      'Can we pay for the school snacks once a month?',
      '>Of course. We send the invoice on the 30th, due on the 10th.',
      'Perfect'
    ]
  },
  {
    language: 'es',
    queue: 'Sales',
    tag: 'Special order',
    lines: [
      '¡Hola! ¿Hacen pan de muerto por encargo?',
      '>¡Hola! Sí, a $6 la pieza. ¿Para qué día lo quiere?',
      'Diez para el viernes por la mañana',
      '>Listo, diez para el viernes a las 9. ¡Gracias!'
    ]
  }
]
