export const landing = {
  title: 'Incasso',
  subtitle: 'Il tuo gateway per i pagamenti digitali',
  text: 'Incassa con carta, PayPal e bonifico, segui ogni pagamento dal vivo e collega il tuo negozio con le API.',
  enter: 'Entra nella dashboard',
  guide: 'Guida visuale',
} as const
