// Replaces Stripe.js in a browser: split card elements, a payment method from them, and the bank's challenge. The
// numbers stay in frames of this script's origin; a page never has them.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  // A test may route Stripe's own hostnames to the stand-in: one for scripts and one for calls.
  const api = origin === 'https://js.stripe.com' ? 'https://api.stripe.com' : origin
  const TITLES = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  }
  const UNREACHABLE = { type: 'api_connection_error', message: 'Stripe cannot be reached.' }
  let count = 0

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  /** Creates a frame of the stand-in. It ignores messages from other frames, and sends none to them. */
  function frameAt(path, title, receive) {
    const frame = document.createElement('iframe')
    frame.name = `__privateStripeFrame${++count}`
    frame.title = title
    frame.src = `${origin}${path}`
    Object.assign(frame.style, { border: 'none', width: '100%' })
    const listen = ({ origin: from, source, data }) => {
      if (from === origin && source === frame.contentWindow) receive(data)
    }
    addEventListener('message', listen)
    return {
      frame,
      post: (message) => frame.contentWindow?.postMessage(message, origin),
      remove: () => {
        removeEventListener('message', listen)
        frame.remove()
      },
    }
  }

  function elementOf(type, group, options, onDestroy) {
    const listeners = new Map()
    const answers = new Map()
    let [settings, mounted, host] = [options, undefined, undefined]

    const showState = ({ empty = true, complete = false, error } = {}) => {
      host.classList.add('StripeElement')
      host.classList.toggle('StripeElement--empty', empty)
      host.classList.toggle('StripeElement--complete', complete)
      host.classList.toggle('StripeElement--invalid', Boolean(error))
    }
    const receive = ({ type, id, answer, event, height }) => {
      if (type === 'loaded') mounted.post({ type: 'settings', settings })
      if (type === 'height') mounted.frame.style.height = `${height}px`
      if (type === 'answer') answers.get(id)?.(answer)
      if (type !== 'event') return
      if (event.name === 'change') showState(event.detail)
      if (event.name === 'focus') host.classList.add('StripeElement--focus')
      if (event.name === 'blur') host.classList.remove('StripeElement--focus')
      for (const listener of listeners.get(event.name) ?? []) listener(event.detail)
    }
    const element = {
      mount(target) {
        host = typeof target === 'string' ? document.querySelector(target) : target
        if (!host) throw new IntegrationError(`${target} applies to no element of the page.`)
        element.unmount()
        const query = new URLSearchParams({ type, group, origin: location.origin })
        mounted = frameAt(`/elements-inner.html#${query}`, TITLES[type], receive)
        mounted.frame.style.height = '1.2em'
        showState()
        host.append(mounted.frame)
      },
      unmount() {
        mounted?.remove()
        mounted = undefined
      },
      destroy() {
        element.unmount()
        onDestroy()
      },
      on(name, listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener])
        return element
      },
      once(name, listener) {
        const first = (detail) => {
          element.off(name, first)
          listener(detail)
        }
        return element.on(name, first)
      },
      off(name, listener) {
        const left = (listeners.get(name) ?? []).filter((each) => listener && each !== listener)
        listeners.set(name, left)
        return element
      },
      update(more) {
        settings = { ...settings, ...more }
        mounted?.post({ type: 'settings', settings })
      },
      focus: () => mounted?.post({ type: 'focus' }),
      blur: () => mounted?.post({ type: 'blur' }),
      clear: () => mounted?.post({ type: 'clear' }),
      // Not part of Stripe.js: createPaymentMethod uses it to reach the frame that can read the other frames.
      _ask: (question) =>
        new Promise((resolve) => {
          if (!mounted) throw new IntegrationError(`The ${type} Element is not mounted.`)
          const id = ++count
          answers.set(id, resolve)
          mounted.post({ type: 'create', id, ...question })
        }),
    }
    return element
  }

  function elementsOf() {
    const group = `group${++count}`
    const elements = new Map()
    return {
      create(type, options = {}) {
        if (!(type in TITLES))
          throw new IntegrationError(`${type} is not an Element that is known here.`)
        if (elements.has(type)) throw new IntegrationError(`Can only create one ${type} Element.`)
        elements.set(
          type,
          elementOf(type, group, options, () => elements.delete(type)),
        )
        return elements.get(type)
      },
      getElement: (type) => elements.get(type) ?? null,
      update: () => undefined,
    }
  }

  /** Shows the bank's challenge in a frame above everything else, until the cardholder has decided. */
  const askHolder = (intentId) =>
    new Promise((resolve) => {
      const query = new URLSearchParams({ frame_origin: location.origin })
      const challenge = frameAt(
        `/holder/${intentId}?${query}`,
        '3D Secure challenge',
        ({ type }) => {
          if (type !== 'holder-answered') return
          challenge.remove()
          resolve()
        },
      )
      const overlayStyle = { position: 'fixed', inset: 0, height: '100%', zIndex: 2147483647 }
      Object.assign(challenge.frame.style, overlayStyle, { background: 'white' })
      document.body.append(challenge.frame)
    })

  function Stripe(key, _options) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError('Please call Stripe() with your publishable key.')
    }
    async function retrievePaymentIntent(clientSecret) {
      const [id] = clientSecret.split('_secret_')
      const query = new URLSearchParams({ key, client_secret: clientSecret })
      try {
        const answer = await fetch(`${api}/v1/payment_intents/${id}?${query}`)
        const body = await answer.json()
        return answer.ok ? { paymentIntent: body } : { error: body.error }
      } catch {
        return { error: UNREACHABLE }
      }
    }
    return {
      elements: elementsOf,
      createPaymentMethod: ({ type, card, billing_details }) => {
        if (type !== 'card') throw new IntegrationError(`${type} is not a type that is known here.`)
        return card._ask({ key, api, billing: billing_details ?? {} })
      },
      retrievePaymentIntent,
      // React's binding rejects a Stripe object that lacks these.
      createToken: () => Promise.reject(new IntegrationError('Nobody makes tokens of old here.')),
      confirmCardPayment: () => Promise.reject(new IntegrationError('The server confirms here.')),
      async handleNextAction({ clientSecret }) {
        const { paymentIntent, error } = await retrievePaymentIntent(clientSecret)
        if (error) return { error }
        if (paymentIntent.status !== 'requires_action') {
          const message = 'The PaymentIntent supplied is not in the requires_action state.'
          const code = 'payment_intent_unexpected_state'
          return { error: { type: 'invalid_request_error', code, message } }
        }
        const { redirect_to_url: elsewhere } = paymentIntent.next_action
        if (elsewhere) {
          location.assign(elsewhere.url)
          return new Promise(() => {})
        }
        await askHolder(paymentIntent.id)
        const after = await retrievePaymentIntent(clientSecret)
        const refusal = after.paymentIntent?.last_payment_error
        if (after.paymentIntent?.status !== 'requires_payment_method') return after
        return { error: { ...refusal, payment_intent: after.paymentIntent } }
      },
      _registerWrapper: () => undefined,
    }
  }

  // The package @stripe/stripe-js checks by this name that script and package belong together.
  Stripe.version = 'endive'
  window.Stripe = Stripe
})()
