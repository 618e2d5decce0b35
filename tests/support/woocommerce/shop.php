<?php
// A shop with the parts of WordPress and WooCommerce that a payment gateway uses, for the built-in server of PHP.
// Orders are rows of a JSON file; SHOP_FOLDER, GATEWAY_FILE and GATEWAY_SETTINGS (JSON) configure it.

define('ABSPATH', __DIR__);

$hooks = [];
function add_action($name, $work) { global $hooks; $hooks[$name][] = $work; }
function add_filter($name, $work) { add_action($name, $work); }
function do_action($name, ...$arguments) {
    global $hooks;
    foreach ($hooks[$name] ?? [] as $work) $work(...$arguments);
}

/** Reads the orders, and stores what the work changes, under an exclusive lock of the file. */
function with_orders($work) {
    $file = fopen(getenv('SHOP_FOLDER') . '/orders.json', 'c+');
    flock($file, LOCK_EX);
    $orders = json_decode(stream_get_contents($file) ?: '[]', true);
    $result = $work($orders);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($orders));
    fclose($file);
    return $result;
}

class WC_Order {
    private $changes = [];
    public function __construct(private array $row) {}
    private function set($name, $value) { $this->row[$name] = $value; $this->changes[$name] = $value; }
    public function save() {
        with_orders(function (&$orders) { $orders[$this->row['id']] = $this->changes + $orders[$this->row['id']]; });
    }
    public function get_id() { return $this->row['id']; }
    public function get_order_number() { return $this->row['id']; }
    public function get_order_key() { return $this->row['key']; }
    public function get_total() { return $this->row['total']; }
    public function get_currency() { return 'EUR'; }
    public function get_formatted_billing_full_name() { return 'Ada Rossi'; }
    public function get_billing_email() { return 'ada@example.com'; }
    public function get_checkout_payment_url() { return 'https://shop.example.com/pay'; }
    public function get_transaction_id() { return $this->row['transaction'] ?? ''; }
    public function get_refunds() { return array_map(fn($id) => new WC_Refund($id), array_reverse($this->row['refunds'] ?? [])); }
    public function get_meta($name) { return $this->row["meta$name"] ?? ''; }
    public function update_meta_data($name, $value) { $this->set("meta$name", $value); }
    public function is_paid() { return in_array($this->row['status'], ['processing', 'completed'], true); }
    public function update_status($status, $note = '') { $this->set('status', $status); $this->save(); }
    public function payment_complete($transaction) {
        // A completion reduces the stock and sends mails, however often it is called: as in WooCommerce.
        usleep(50000);
        $this->set('completions', ($this->row['completions'] ?? 0) + 1);
        $this->set('transaction', $transaction);
        $this->update_status('processing');
    }
}

class WC_Refund {
    public function __construct(private $id) {}
    public function get_id() { return $this->id; }
}

class WC_Payment_Gateway {
    public $id, $title, $method_title, $method_description, $supports = [], $form_fields = [], $settings = [];
    public function init_settings() { $this->settings = json_decode(getenv('GATEWAY_SETTINGS'), true); }
    public function get_option($name, $default = '') {
        if (!isset($this->form_fields[$name])) throw new LogicException("There is no setting $name");
        return $this->settings[$name] ?? $this->form_fields[$name]['default'];
    }
    public function get_return_url($order) { return "https://shop.example.com/thanks?order={$order->get_id()}"; }
}

class WP_Error {
    public function __construct(public $code = '', public $message = '') {}
}

/** Named locks of MySQL, by files. */
class Database {
    private $files = [];
    public function prepare($statement, ...$values) { return [$statement, $values]; }
    public function get_var($prepared) {
        [$statement, [$name]] = $prepared;
        if ($statement !== 'SELECT GET_LOCK(%s, 10)') throw new LogicException($statement);
        $this->files[$name] = fopen(getenv('SHOP_FOLDER') . "/$name.lock", 'c');
        return flock($this->files[$name], LOCK_EX) ? '1' : '0';
    }
    public function query($prepared) {
        [$statement, [$name]] = $prepared;
        if ($statement !== 'SELECT RELEASE_LOCK(%s)') throw new LogicException($statement);
        fclose($this->files[$name]);
    }
}
$wpdb = new Database();

function wc_get_order($id) { return with_orders(fn(&$orders) => isset($orders[$id]) ? new WC_Order($orders[$id]) : false); }
function wc_get_order_id_by_order_key($key) {
    return with_orders(fn(&$orders) => current(array_filter($orders, fn($row) => $row['key'] === $key))['id'] ?? 0);
}
function wc_add_notice($text, $type) { header("x-notice: $text"); }
function wc_get_logger() { return new class { public function error($text, $context) { error_log($text); } }; }
function wp_cache_flush_runtime() {}
function wp_generate_uuid4() { return bin2hex(random_bytes(16)); }
function wp_json_encode($value) { return json_encode($value); }
function status_header($status) { http_response_code($status); }
function is_wp_error($value) { return $value instanceof WP_Error; }
function wp_remote_retrieve_response_code($response) { return $response['code']; }
function wp_remote_retrieve_body($response) { return $response['body']; }
function wp_remote_request($url, $request) {
    $headers = array_map(fn($name, $value) => "$name: $value", array_keys($request['headers']), $request['headers']);
    $context = stream_context_create(['http' => [
        'method' => $request['method'], 'header' => $headers, 'content' => $request['body'] ?? '',
        'timeout' => $request['timeout'], 'follow_location' => 0, 'ignore_errors' => true,
    ]]);
    $body = @file_get_contents($url, false, $context);
    if ($body === false) return new WP_Error('http', 'no answer');
    preg_match('/^HTTP\S+ (\d+)/', $http_response_header[0], $found);
    return ['code' => $found[1], 'body' => $body];
}

require getenv('GATEWAY_FILE');
do_action('before_woocommerce_init');
do_action('plugins_loaded');
$gateway = new WC_Gateway_Incasso();

$id = $_GET['order'] ?? '';
if (($_GET['wc-api'] ?? '') === 'incasso') do_action('woocommerce_api_incasso');
header('content-type: application/json');
echo json_encode(match (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    '/ready' => true,
    '/order' => with_orders(fn(&$orders) => $orders[$id] ?? null),
    '/orders' => with_orders(function (&$orders) use ($id) {
        $row = ['id' => $id, 'key' => "wc_order_$id", 'total' => $_GET['total'], 'status' => 'pending'];
        return $orders[$id] = $row + ($orders[$id] ?? []);
    }),
    '/checkout' => $gateway->process_payment($id),
    '/thanks' => do_action('woocommerce_thankyou_incasso', $id),
    '/refund' => (function () use ($gateway, $id) {
        if (($_GET['again'] ?? '') === '') {
            with_orders(function (&$orders) use ($id) { $orders[$id]['refunds'][] = count($orders[$id]['refunds'] ?? []) + 1; });
        }
        return $gateway->process_refund($id, $_GET['amount'], 'Too small');
    })(),
});
