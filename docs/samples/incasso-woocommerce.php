<?php
/**
 * Plugin Name: Incasso for WooCommerce
 * Description: Redirects buyers to the payment page of an Incasso server. A starting point for a gateway of your own.
 * Requires Plugins: woocommerce
 * Requires PHP: 8.1
 */

if (!defined('ABSPATH')) {
    exit();
}

add_action('before_woocommerce_init', function () {
    // Orders are read and changed only by WooCommerce's own functions, so its order tables are supported.
    if (class_exists('\Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    }
});

add_filter('woocommerce_payment_gateways', fn($gateways) => [...$gateways, 'WC_Gateway_Incasso']);

add_action('plugins_loaded', function () {
    if (!class_exists('WC_Payment_Gateway')) {
        return;
    }

    /** A refusal of the server. */
    class Incasso_Problem extends RuntimeException
    {
        public function __construct(public readonly int $status, public readonly array $problem)
        {
            parent::__construct($problem['detail'] ?? "The payment server answered $status.");
        }

        public function reason(): string
        {
            return $this->problem['reason'] ?? '';
        }
    }

    class WC_Gateway_Incasso extends WC_Payment_Gateway
    {
        private const TOLERANCE_S = 300;

        public function __construct()
        {
            $this->id = 'incasso';
            $this->method_title = 'Incasso';
            $this->method_description = 'Payments on the page of your Incasso server.';
            $this->supports = ['products', 'refunds'];
            $field = fn($title, $type = 'text') => ['title' => $title, 'type' => $type, 'default' => ''];
            $this->form_fields = [
                'enabled' => ['type' => 'checkbox', 'default' => 'no'] + $field('Enabled'),
                'title' => ['default' => 'Card'] + $field('Title at the checkout'),
                'url' => $field('URL of the Incasso server'),
                'key' => $field('API key with the scope shop', 'password'),
                'secrets' => $field('Signing secrets, two during a rotation, parted by a space', 'password'),
            ];
            $this->init_settings();
            $this->title = $this->get_option('title');
            add_action('woocommerce_update_options_payment_gateways_incasso', [$this, 'process_admin_options']);
            add_action('woocommerce_api_incasso', [$this, 'receive_webhook']);
            add_action('woocommerce_thankyou_incasso', [$this, 'check_payment']);
        }

        /** Begins the payment of an order; called at the checkout. */
        public function process_payment($order_id)
        {
            $order = wc_get_order($order_id);
            try {
                $payment = $this->create_payment($order);
                // A payment that another request is just sending to its processor has no next step yet.
                for ($tries = 0; $tries < 3 && $payment['stage'] === 'created'; $tries++) {
                    sleep(1);
                    $payment = $this->call('GET', "/api/transactions/{$payment['id']}");
                }
                $order->update_meta_data('_incasso_payment', $payment['id']);
                $order->save();
                $this->settle($order_id, $payment['id']);
            } catch (Throwable $error) {
                wc_add_notice('The payment could not be started. Please try again.', 'error');
                wc_get_logger()->error("Order $order_id: {$error->getMessage()}", ['source' => 'incasso']);
                return ['result' => 'failure'];
            }
            $next = $payment['next'] ?? null;
            $is_open = $next !== null && $next['type'] === 'redirect';
            return ['result' => 'success', 'redirect' => $is_open ? $next['url'] : $this->get_return_url($order)];
        }

        /** Creates the payment of an order, or finds the one that is open or paid: `reference` allows no second one. */
        private function create_payment($order): array
        {
            $amount = number_format((float) $order->get_total(), 2, '.', '');
            $body = [
                'amount' => $amount,
                'currency' => $order->get_currency(),
                'reference' => $order->get_order_key(),
                'customerName' => trim($order->get_formatted_billing_full_name()),
                'customerEmail' => $order->get_billing_email(),
                'description' => "Order {$order->get_order_number()}",
                'returnUrl' => $this->get_return_url($order),
                'cancelUrl' => $order->get_checkout_payment_url(),
                'metadata' => ['order' => (string) $order->get_order_number()],
            ];
            try {
                return $this->call('POST', '/api/transactions', $body, wp_generate_uuid4());
            } catch (Incasso_Problem $problem) {
                $id = $problem->problem['transactionId'] ?? '';
                if ($problem->reason() === 'reference_paid') {
                    return $this->call('GET', "/api/transactions/$id");
                }
                // The cart changed while the payment was open.
                if ($problem->reason() === 'reference_open') {
                    return $this->call('PATCH', "/api/transactions/$id", ['amount' => $amount]);
                }
                throw $problem;
            }
        }

        /** Receives a webhook at /?wc-api=incasso. The payment is read again, so the order of events does not matter. */
        public function receive_webhook()
        {
            $body = file_get_contents('php://input');
            if (!$this->is_genuine($body)) {
                status_header(400);
                exit();
            }
            $event = json_decode($body, true);
            $payment = $event['data'] ?? [];
            $order_id = str_starts_with($event['type'] ?? '', 'payment.')
                ? wc_get_order_id_by_order_key($payment['reference'] ?? '')
                : 0;
            // Another status than 2xx asks for the event again.
            if ($order_id) {
                $this->settle($order_id, $payment['id']);
            }
            status_header(204);
            exit();
        }

        /** Checks the signature of Standard Webhooks, and the age. */
        private function is_genuine(string $body): bool
        {
            $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
            $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
            if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > self::TOLERANCE_S) {
                return false;
            }
            $is_found = false;
            foreach (preg_split('/\s+/', $this->get_option('secrets'), -1, PREG_SPLIT_NO_EMPTY) as $secret) {
                $key = base64_decode(substr($secret, strlen('whsec_')));
                $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
                foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
                    $is_found = hash_equals($expected, $signature) || $is_found;
                }
            }
            return $is_found;
        }

        /** Reads the payment of a buyer who returns: the webhook may be late. */
        public function check_payment($order_id)
        {
            $id = wc_get_order($order_id)->get_meta('_incasso_payment');
            if ($id) {
                $this->settle($order_id, $id);
            }
        }

        /** Brings an order to the state of its payment. Only this changes orders; a lock admits one process at a time. */
        private function settle($order_id, string $payment_id): void
        {
            global $wpdb;
            $lock = "incasso_$order_id";
            if ((string) $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, 10)', $lock)) !== '1') {
                throw new RuntimeException("Order $order_id is being changed.");
            }
            try {
                $payment = $this->call('GET', "/api/transactions/$payment_id");
                // This process may have read the order before it had the lock.
                wp_cache_flush_runtime();
                $order = wc_get_order($order_id);
                if ($payment['reference'] !== $order->get_order_key() || $order->is_paid()) {
                    return;
                }
                if ($payment['status'] === 'success') {
                    $order->payment_complete($payment['id']);
                } elseif ($payment['stage'] === 'processing') {
                    $order->update_status('on-hold', 'The bank decides within days.');
                } elseif ($payment['status'] === 'failed' && $order->get_meta('_incasso_payment') === $payment['id']) {
                    $order->update_status('failed', "Payment {$payment['transactionId']}: {$payment['failureReason']}");
                }
            } finally {
                $wpdb->query($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
            }
        }

        /** Refunds a part or all of an order; called in the administration, after WooCommerce stored the refund. */
        public function process_refund($order_id, $amount = null, $reason = '')
        {
            $order = wc_get_order($order_id);
            $body = ['note' => $reason === '' ? null : $reason];
            if ($amount !== null) {
                $body['amount'] = number_format((float) $amount, 2, '.', '');
            }
            try {
                $path = "/api/transactions/{$order->get_transaction_id()}/refunds";
                $stored = $order->get_refunds()[0] ?? null;
                $key = $stored ? "woo-refund-{$order->get_order_key()}-{$stored->get_id()}" : wp_generate_uuid4();
                $refund = $this->call('POST', $path, $body, $key);
            } catch (Throwable $error) {
                return new WP_Error('incasso', $error->getMessage());
            }
            return $refund['status'] === 'failed'
                ? new WP_Error('incasso', "The refund failed: {$refund['failureReason']}")
                : true;
        }

        /** Calls the API. Repeats a request that is safe to repeat, once, when no answer came or a temporary refusal. */
        private function call(string $method, string $path, ?array $body = null, ?string $key = null): array
        {
            $headers = ['Authorization' => "Bearer {$this->get_option('key')}", 'Api-Version' => 'v2'];
            $url = rtrim($this->get_option('url'), '/') . $path;
            $request = ['method' => $method, 'timeout' => 30, 'redirection' => 0];
            if ($body !== null) {
                $headers['Content-Type'] = 'application/json';
                $request['body'] = wp_json_encode($body);
            }
            if ($key !== null) {
                $headers['Idempotency-Key'] = $key;
            }
            $request['headers'] = $headers;
            for ($attempt = 1; ; $attempt++) {
                $response = wp_remote_request($url, $request);
                $status = is_wp_error($response) ? 0 : (int) wp_remote_retrieve_response_code($response);
                $answer = $status === 0 ? null : json_decode(wp_remote_retrieve_body($response), true);
                if ($status >= 200 && $status < 300 && is_array($answer)) {
                    return $answer;
                }
                $is_temporary = $status === 0 || $status === 429 || $status >= 500;
                if (!$is_temporary || $attempt === 2) {
                    throw new Incasso_Problem($status, is_array($answer) ? $answer : []);
                }
                sleep(1);
            }
        }
    }
});
