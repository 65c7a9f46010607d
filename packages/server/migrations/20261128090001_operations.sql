-- An operator begins the checkpoints of a ledger whose first night is past; what makes one ours is its signature.
grant insert on checkpoints to console
