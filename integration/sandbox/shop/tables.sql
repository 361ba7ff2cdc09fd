-- The tables of a shop chain that sells things for the house, the garden and the road. Foreign keys, indexes and the
-- words about them come after the rows, in keys.sql and comments.sql.

CREATE TYPE order_status AS ENUM ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'returned');

CREATE TABLE regions (
    id   integer PRIMARY KEY,
    name text NOT NULL UNIQUE
);

CREATE TABLE stores (
    id            integer PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    city          text NOT NULL,
    country       text NOT NULL,
    region_id     integer NOT NULL,
    opened_on     date NOT NULL,
    floor_area_m2 integer NOT NULL CHECK (floor_area_m2 > 0)
);

CREATE TABLE employees (
    id         integer PRIMARY KEY,
    name       text NOT NULL,
    email      text NOT NULL UNIQUE,
    title      text NOT NULL,
    store_id   integer,
    manager_id integer CHECK (manager_id <> id),
    hired_on   date NOT NULL,
    left_on    date,
    CHECK (left_on > hired_on)
);

CREATE TABLE salaries (
    employee_id   integer NOT NULL,
    valid_from    date NOT NULL,
    yearly_amount numeric(10,2) NOT NULL CHECK (yearly_amount > 0),
    PRIMARY KEY (employee_id, valid_from)
);

CREATE TABLE "user" (
    login       text PRIMARY KEY,
    employee_id integer NOT NULL UNIQUE,
    region_id   integer NOT NULL,
    "group"     text NOT NULL CHECK ("group" IN ('sales', 'support', 'administration'))
);

CREATE TABLE suppliers (
    id             integer PRIMARY KEY,
    name           text NOT NULL UNIQUE,
    contact_name   text NOT NULL,
    email          text NOT NULL,
    city           text NOT NULL,
    country        text NOT NULL,
    lead_time_days integer NOT NULL CHECK (lead_time_days BETWEEN 1 AND 120),
    rating         numeric(2,1) CHECK (rating BETWEEN 1 AND 5)
);

CREATE TABLE categories (
    id        integer PRIMARY KEY,
    name      text NOT NULL UNIQUE,
    parent_id integer CHECK (parent_id <> id),
    "order"   integer NOT NULL
);

CREATE TABLE products (
    id            integer PRIMARY KEY,
    sku           text NOT NULL UNIQUE CHECK (sku ~ '^[A-Z]{3}-[0-9]{4}$'),
    name          text NOT NULL UNIQUE,
    category_id   integer NOT NULL,
    supplier_id   integer NOT NULL,
    price         numeric(10,2) NOT NULL CHECK (price > 0),
    cost          numeric(10,2) NOT NULL CHECK (cost > 0),
    weight_kg     numeric(7,3),
    introduced_on date NOT NULL,
    discontinued  boolean NOT NULL,
    tags          text[] NOT NULL
);

CREATE TABLE stock (
    store_id      integer NOT NULL,
    product_id    integer NOT NULL,
    quantity      integer NOT NULL CHECK (quantity >= 0),
    reorder_level integer NOT NULL,
    counted_on    date NOT NULL,
    PRIMARY KEY (store_id, product_id)
);

CREATE TABLE promotions (
    id           integer PRIMARY KEY,
    code         text NOT NULL UNIQUE,
    name         text NOT NULL,
    "Discount %" numeric(4,1) NOT NULL CHECK ("Discount %" > 0 AND "Discount %" < 100),
    "from"       date NOT NULL,
    "to"         date NOT NULL,
    CHECK ("to" >= "from")
);

CREATE TABLE customers (
    id            integer PRIMARY KEY,
    name          text NOT NULL,
    email         text NOT NULL UNIQUE,
    phone         text,
    segment       text NOT NULL CHECK (segment IN ('consumer', 'business')),
    loyalty_tier  text CHECK (loyalty_tier IN ('bronze', 'silver', 'gold')),
    date_of_birth date,
    registered_on date NOT NULL
);

CREATE TABLE customers_archive (
    LIKE customers,
    archived_on date NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE customer_addresses (
    id          integer PRIMARY KEY,
    customer_id integer NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('billing', 'delivery')),
    street      text NOT NULL,
    city        text NOT NULL,
    postal_code text NOT NULL,
    country     text NOT NULL
);

CREATE TABLE "Newsletter Signups" (
    "Email"        text PRIMARY KEY,
    "Signed Up On" date NOT NULL,
    "Source"       text NOT NULL
);

CREATE TABLE orders (
    id           integer PRIMARY KEY,
    customer_id  integer NOT NULL,
    store_id     integer NOT NULL,
    employee_id  integer,
    promotion_id integer,
    channel      text NOT NULL CHECK (channel IN ('web', 'store', 'phone')),
    status       order_status NOT NULL,
    ordered_at   timestamptz NOT NULL,
    total_amount numeric(10,2) NOT NULL CHECK (total_amount > 0)
);

CREATE TABLE order_items (
    order_id   integer NOT NULL,
    line_no    integer NOT NULL,
    product_id integer NOT NULL,
    quantity   integer NOT NULL CHECK (quantity > 0),
    unit_price numeric(10,2) NOT NULL CHECK (unit_price > 0),
    PRIMARY KEY (order_id, line_no)
);

CREATE TABLE payments (
    id       integer PRIMARY KEY,
    order_id integer NOT NULL,
    method   text NOT NULL CHECK (method IN ('card', 'paypal', 'invoice', 'gift card', 'cash')),
    amount   numeric(10,2) NOT NULL CHECK (amount > 0),
    paid_at  timestamptz NOT NULL
);

CREATE TABLE shipments (
    id            integer PRIMARY KEY,
    order_id      integer NOT NULL,
    carrier       text NOT NULL,
    tracking_code text NOT NULL UNIQUE,
    cost          numeric(10,2) NOT NULL,
    shipped_at    timestamptz NOT NULL,
    delivered_at  timestamptz,
    CHECK (delivered_at > shipped_at)
);

CREATE TABLE order_returns (
    id            integer PRIMARY KEY,
    order_id      integer NOT NULL,
    line_no       integer NOT NULL,
    quantity      integer NOT NULL CHECK (quantity > 0),
    reason        text NOT NULL,
    refund_amount numeric(10,2) NOT NULL,
    returned_on   date NOT NULL
);

CREATE TABLE supplier_returns (
    id            integer PRIMARY KEY,
    supplier_id   integer NOT NULL,
    product_id    integer NOT NULL,
    quantity      integer NOT NULL CHECK (quantity > 0),
    reason        text NOT NULL,
    credit_amount numeric(10,2) NOT NULL,
    returned_on   date NOT NULL
);

CREATE TABLE reviews (
    id          integer PRIMARY KEY,
    product_id  integer NOT NULL,
    customer_id integer NOT NULL,
    rating      integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
    comment     text,
    reviewed_on date NOT NULL,
    UNIQUE (product_id, customer_id)
);

CREATE TABLE support_tickets (
    id          integer PRIMARY KEY,
    customer_id integer NOT NULL,
    region_id   integer NOT NULL,
    subject     text NOT NULL,
    priority    text NOT NULL CHECK (priority IN ('low', 'normal', 'high')),
    opened_at   timestamptz NOT NULL,
    closed_at   timestamptz CHECK (closed_at > opened_at)
);
